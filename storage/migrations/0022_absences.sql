-- Since when somebody is known to be on a server no more; user 0: the bot itself. Whoever is back has
-- no row, nor has who was forgotten.

create table absences (
    guild integer not null,
    user integer not null,
    since real not null,
    primary key (guild, user)
) without rowid;
