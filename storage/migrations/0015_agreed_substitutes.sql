-- A game in which a seat has changed hands is rated where all who play have agreed on that since: so
-- for each hand-over whether they have, and for each ending how many of its hand-overs they agreed on.

alter table former_sitters add column agreed integer not null default 0;
alter table endings add column agreed integer not null default 0;
