-- What chance says is drawn with the id of the game's newest post besides, which Discord gave after
-- the seed was fixed and which everybody can look up: it is noted with the row. Null: all rows that
-- chance has no part in, games from before this step, and draws before anything was posted.

alter table log add column post integer;

-- A turn that is taken back, or a game that moves, is posted anew, and that must not shift the draws:
-- until chance has spoken, the post counts that was the newest before. 0: the newest one counts.
alter table games add column held integer not null default 0;

-- Who sits in a lobby whose start was announced is settled: its seats are drawn from that post.
alter table games add column settled integer not null default 0;
