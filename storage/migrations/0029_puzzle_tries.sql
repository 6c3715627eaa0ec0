-- What people have tried at the puzzles of a day: each whole turn once, as a log has it, or `hint` or
-- `answer`, which no turn is. day: counted since 1970.

create table puzzle_tries (
    user integer not null,
    day integer not null,
    kind text not null,
    did text not null,
    solved integer not null,
    at real not null,
    primary key (user, day, kind, did)
) without rowid;
