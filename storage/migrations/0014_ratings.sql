-- Which place each seat has come to (1 is the best, those who share a place have the same), and each
-- game that is over, in the order in which they ended, with all that decides whether it is rated.
-- Ratings and tallies are worked out from these alone, and may be thrown away at any time.

alter table results add column place integer not null default 1;

create table endings (
    id integer primary key autoincrement,
    game integer not null unique references games (id),
    guild integer not null,
    kind text not null,
    at real not null,
    people text not null,           -- who sat there at the end, by id
    turns integer not null,         -- that were played
    casual integer not null,        -- the table has agreed that it is not rated
    computers integer not null,     -- seats that somebody else than a person played
    substitutes integer not null,   -- seats that have changed hands
    unrated text not null           -- why it is not rated; '': it is
);

create index endings_people on endings (guild, kind, people, at) where unrated = '';
create index endings_guild on endings (guild, id);

-- What is believed of somebody's strength after each rated game.
create table ratings (
    guild integer not null,
    kind text not null,
    user integer not null,
    ending integer not null references endings (id),
    games integer not null,         -- that were rated, with this one
    mu real not null,
    sigma real not null,
    primary key (guild, kind, user, ending)
) without rowid;

create index ratings_ending on ratings (ending);

-- What somebody has played among people: of a kind ('' of all), in a month such as 2026-11 ('' for ever).
create table tallies (
    guild integer not null,
    kind text not null,
    month text not null,
    user integer not null,
    games integer not null,
    won integer not null,
    streak integer not null,        -- games won in a row, up to the last one
    latest integer not null references games (id),
    primary key (guild, kind, month, user)
) without rowid;

create index tallies_best on tallies (guild, kind, month, won desc, games, user);

-- Games from before this step: who won, then who was still there, then by points, since their
-- tie-breaks were not kept; all who were there share a draw. Their turns are counted with those that
-- were taken back. What is rated is worked out when the database is opened.
update results set place = 1 + (
    select count(*) from results other
    join seats theirs on theirs.game = other.game and theirs.seat = other.seat
    join seats mine on mine.game = results.game and mine.seat = results.seat
    where other.game = results.game and case
        when exists (
            select 1 from log where log.game = results.game and log.seat = -3 and log.text = 'draw'
        ) then theirs.left < mine.left
        else (other.won, -theirs.left, other.points) > (results.won, -mine.left, results.points)
    end
);

insert into endings (
    game, guild, kind, at, people, turns, casual, computers, substitutes, unrated
)
select id, guild, kind, changed,
    (select group_concat(user, ' ') from (select user from seats where game = games.id order by user)),
    (select count(*) from log where log.game = games.id and log.seat >= 0),
    0, 0,
    (select count(*) from former_sitters where former_sitters.game = games.id),
    ''
from games
where status = 'over' and exists (select 1 from results where results.game = games.id)
order by changed, id;
