-- Two tasks of a column never share a rank: the order of a board is total without a look at the ids.

-- Columns where some do are numbered afresh, in the order that they have: `d` and four digits to the base of 62.
with doubled as (
  select org_id, project_id, status from task group by org_id, project_id, status having count(*) > count(distinct rank)
), placed as (
  select t.org_id, t.id, row_number() over (partition by t.org_id, t.project_id, t.status order by t.rank, t.id) as at
    from task t join doubled d using (org_id, project_id, status)
), digits as (select '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'::text as of)
update task t
   set rank = 'd' || substr(of, (at / 238328 % 62)::int + 1, 1) || substr(of, (at / 3844 % 62)::int + 1, 1)
                  || substr(of, (at / 62 % 62)::int + 1, 1) || substr(of, (at % 62)::int + 1, 1)
  from placed p, digits
 where t.org_id = p.org_id and t.id = p.id;

-- Deferrable, so that it is asked at the end of a statement: numbering afresh changes many ranks at once.
alter table task add constraint task_one_rank unique (org_id, project_id, status, rank) deferrable initially immediate;
