-- A seat may be a computer's, which plays at a level; '': it is somebody's, as all were before this
-- step. So it was with those who sat there before.

alter table seats add column computer text not null default '';
alter table former_sitters add column computer text not null default '';
