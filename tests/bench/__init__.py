"""How fast it all is, as ratios that can be carried from one machine to another: docs/speed.md."""
