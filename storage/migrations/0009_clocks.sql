-- How much time each seat of a game has left, and what its turns have cost. Games from before this
-- step have agreed on no clock, and have no rows here.

create table clocks (
    game integer not null references games (id),
    seat integer not null,
    left real not null,             -- seconds, when they were last settled
    since real,                     -- null: the clock stands still
    primary key (game, seat)
) without rowid;

-- While the game was at row n a seat has spent so many seconds, and gained so many by its turn: what
-- a take-back gives back.
create table spent (
    game integer not null references games (id),
    n integer not null,
    seat integer not null,
    seconds real not null,
    gain real not null,
    primary key (game, n, seat)
) without rowid;
