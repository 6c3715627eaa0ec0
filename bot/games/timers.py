"""The kinds of timers that a game may have, as they stand in the store and as texts ask for them.
What becomes of one that is due is registered in bot/app.py."""

LOBBY_CLOSES = "lobby_closes"  # a lobby in which nobody has started the game by then
CHANCE = "chance"  # chance speaks, and the turn before can be taken back no more
