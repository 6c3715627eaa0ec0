-- The keys of commits that write no row of the log but a post, so that none is posted twice. n: where
-- the game stood. They may hold ids, as keys of rows do.

create table keys (
    key text primary key,
    game integer not null references games (id),
    n integer not null,
    at real not null
) without rowid;

create index keys_at on keys (at);
