-- Whom a person does not play with: nobody but they are told of it. And whom a server lets open and
-- join no tables.

create table blocks (
    user integer not null,
    other integer not null,
    primary key (user, other)
) without rowid;

create index blocks_other on blocks (other);

create table bars (
    guild integer not null,
    user integer not null,
    primary key (guild, user)
) without rowid;

create index bars_user on bars (user);
