-- In which language a table is told; empty: in that of the host of the bot. It stands in no log: a
-- game is the same in all languages, and its table may change it in the middle.
alter table games add column language text not null default '';
