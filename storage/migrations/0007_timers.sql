-- What is to happen to a game at some time: any number of timers, each of a kind, where games had one
-- time each, whose meaning was told by their status. A timer's row is taken away or replaced by the
-- commit that does what it was for.

create table timers (
    id integer primary key autoincrement,       -- one that is set anew has a new id
    game integer not null references games (id),
    kind text not null,
    due real not null,
    payload text not null,
    unique (game, kind, payload)
);

create index timers_due on timers (due);

insert into timers (game, kind, due, payload)
select id, case status when 'lobby' then 'lobby_closes' else 'chance' end, due, ''
from games
where status in ('lobby', 'playing') and due is not null
order by due, id;

-- The column stays, empty and unused: SQLite before 3.35 cannot drop one.
drop index games_due;
update games set due = null where due is not null;
