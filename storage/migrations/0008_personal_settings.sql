-- What a person has set for themselves, in all games on all servers: a row for each thing, so that
-- another thing to set needs no step. What is as it was at first has no row.

create table personal_settings (
    user integer not null,
    name text not null,
    value text not null,
    primary key (user, name)
) without rowid;
