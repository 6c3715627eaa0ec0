-- Links by which somebody opens a board in a browser, each of them once, and the browsers in which they
-- have. `hash` is of what opens it: whoever reads the database opens nothing.

create table links (
    hash text primary key,
    user integer not null,
    game integer not null references games (id),
    until real not null
) without rowid;

create index links_user on links (user);

create table browsers (
    id integer primary key autoincrement,
    hash text not null unique,
    user integer not null,
    called text not null,    -- what the browser calls itself, in two words
    made real not null,
    used real not null,
    until real not null
);

create index browsers_user on browsers (user);
