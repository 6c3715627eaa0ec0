-- What a seat wants to be played for it if the player before it makes a certain turn. They stand in no
-- log, since nobody else may know of them; the commit with that turn is done with them all.

create table orders (
    id integer primary key autoincrement,       -- one that is given anew has a new id
    game integer not null references games (id),
    seat integer not null,
    condition text not null,                    -- the words with which that turn begins; '': any turn
    mark text not null,                         -- the checksum of where a whole turn leads, else ''
    line text not null,                         -- what is played then
    fell text not null,                         -- why it was not played; '': it still stands
    unique (game, seat, condition)
);
