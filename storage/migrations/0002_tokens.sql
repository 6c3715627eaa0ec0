-- Tokens, with which programs read games and calendars read deadlines. Only their hashes are stored.
create table tokens (
    id integer primary key autoincrement,
    hash text not null unique,
    user integer not null,          -- who made it
    guild integer not null,         -- the server whose games it reads; 0: the games of its person
    kind text not null,             -- token or calendar
    made real not null,
    used real                       -- null: never
);

create index tokens_user on tokens (user);
create index tokens_guild on tokens (guild);
