-- What people have reported as a problem, for the host: the record as anybody may have it, without
-- names, and what they typed. The reference is what they were told; the key that of their wish.

create table reports (
    id integer primary key,
    reference text not null unique,
    key text not null unique,
    user integer not null,
    game integer not null references games (id),
    n integer not null,
    at real not null,
    said text not null,
    state text not null,
    record text not null
);

create index reports_user on reports (user, at);
create index reports_game on reports (game);
create index reports_at on reports (at);
