-- A seat may go to somebody else in the middle of a game. Who sat there before is kept with the row
-- by which it was handed over, so that what was played before that is still told of them.

create table former_sitters (
    game integer not null references games (id),
    seat integer not null,
    until integer not null,         -- the row of the log: those before it were theirs
    user integer not null,
    name text not null,
    primary key (game, seat, until)
) without rowid;

-- Rows that only say what the table talks about (somebody asks for something, a seat is offered)
-- leave the position as it is: drafts and buttons are good from this row on.

alter table games add column stands integer not null default 0;

update games set stands = n;
