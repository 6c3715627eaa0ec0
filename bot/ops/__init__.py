"""A host's commands: run the bot, replay a record, check the games, make a backup."""
