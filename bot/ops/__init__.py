"""What a host does beside running the bot: replay a record, check the games, make a backup."""
