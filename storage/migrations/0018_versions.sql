-- How often a game, or what stands beside it, was written: what is known of it in memory holds as
-- long as this is what it was.

alter table games add column version integer not null default 0;
