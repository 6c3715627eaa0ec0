-- The oldest level whose programs may use a database on a server that has been through a step, as the
-- step's file says ("Works with"); 0: none that does not know the step.
alter table migrations add column works_with integer not null default 0;
