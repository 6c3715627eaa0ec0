-- What was promised about a game's seed when its lobby opened: its SHA-256, in hexadecimal. Empty
-- in games from before this step, in which nothing was kept to compare a seed with.

alter table games add column commitment text not null default '';
