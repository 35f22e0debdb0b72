-- By hand. Whoever had a number keeps it: skeleton_of_more gave "Maya (2)" another one and her own to somebody who looks like her
-- since then. Of those without one the first seat stays without, and the others come after the highest.
alter table member disable trigger number_namesake;
with seat as (
  select m.id, m.org_id, name_skeleton(m.name) as skeleton, coalesce(b.namesake, 1) as had, m.created_at
    from member m left join namesake_before b on b.id = m.id),
claimed as (
  select *, row_number() over (partition by org_id, skeleton, had order by created_at, id) = 1 as keeps,
         max(had) over (partition by org_id, skeleton) as highest from seat),
numbered as (
  select id, case when keeps then had
                  else highest + row_number() over (partition by org_id, skeleton, keeps order by created_at, id) end as number
    from claimed)
update member m set namesake = nullif(numbered.number, 1) from numbered
 where numbered.id = m.id and m.namesake is distinct from nullif(numbered.number, 1);
alter table member enable trigger number_namesake;
drop table namesake_before;
