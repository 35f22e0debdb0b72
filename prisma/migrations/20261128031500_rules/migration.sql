-- When something happens to a task, this is done. `project_id` null: in all projects that `actor_id` sees, with whose rights it runs.
create table rule (
  id uuid not null,
  org_id uuid not null default app_org_id(),
  project_id uuid,
  name text not null constraint rule_name_check check (char_length(name) between 1 and 80),
  enabled boolean not null default true,
  trigger text not null constraint rule_trigger_check
    check (trigger in ('moved', 'created', 'subtasks_done', 'overdue', 'due', 'labelled', 'priority')),
  value text,
  filter text not null default '',
  actions jsonb not null,
  actor_id uuid not null default app_member_id(),
  version integer not null default 1,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  swept_at timestamptz(3),
  constraint rule_pkey primary key (id)
);
create unique index rule_org_id_id_key on rule (org_id, id);
create index rule_org_id_project_id_idx on rule (org_id, project_id);
create index rule_org_id_trigger_idx on rule (org_id, trigger) where enabled;
alter table rule add constraint rule_org_id_project_id_fkey
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade on update cascade;
alter table rule add constraint rule_org_id_actor_id_fkey
  foreign key (org_id, actor_id) references member (org_id, id) on delete cascade on update cascade;

-- What a rule did for a task, or why it did nothing: once for each cause.
create table rule_run (
  id uuid not null,
  org_id uuid not null default app_org_id(),
  rule_id uuid not null,
  task_id uuid not null,
  project_id uuid not null,
  audience text not null,
  cause text not null,
  outcome text not null default 'done' constraint rule_run_outcome_check check (outcome in ('done', 'refused', 'skipped')),
  said text[] not null default '{}',
  created_at timestamptz(3) not null default current_timestamp,
  constraint rule_run_pkey primary key (id)
);
create unique index rule_run_once on rule_run (org_id, rule_id, task_id, cause);
create index rule_run_org_id_rule_id_created_at_idx on rule_run (org_id, rule_id, created_at desc);
create index rule_run_org_id_task_id_idx on rule_run (org_id, task_id);
create index rule_run_created_at_idx on rule_run (created_at);
alter table rule_run add constraint rule_run_org_id_rule_id_fkey
  foreign key (org_id, rule_id) references rule (org_id, id) on delete cascade on update cascade;
alter table rule_run add constraint rule_run_org_id_task_id_project_id_audience_fkey
  foreign key (org_id, task_id, project_id, audience) references task (org_id, id, project_id, audience)
  on delete cascade on update cascade;

-- What happened, until the schedule hands it to the rules. `chain`: which rules have run for which tasks since `root`.
create table rule_cause (
  id uuid not null default gen_random_uuid(),
  org_id uuid not null,
  task_id uuid not null,
  project_id uuid not null,
  audience text not null,
  trigger text not null,
  value text,
  root uuid not null,
  chain text[] not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  constraint rule_cause_pkey primary key (id)
);
create index rule_cause_created_at_idx on rule_cause (created_at);
create index rule_cause_org_id_task_id_idx on rule_cause (org_id, task_id);
alter table rule_cause add constraint rule_cause_org_id_task_id_project_id_audience_fkey
  foreign key (org_id, task_id, project_id, audience) references task (org_id, id, project_id, audience)
  on delete cascade on update cascade;

alter table rule enable row level security;
alter table rule force row level security;
alter table rule_run enable row level security;
alter table rule_run force row level security;
alter table rule_cause enable row level security;
alter table rule_cause force row level security;
grant select, insert, delete, update (project_id, name, enabled, trigger, value, filter, actions, actor_id, version, updated_at) on rule to tenant;
grant select, insert, update (outcome, said) on rule_run to tenant;
grant select (id, org_id, project_id, enabled, trigger, value, actor_id, swept_at), update (swept_at) on rule to worker;
grant select (id, created_at), delete on rule_run to worker;
grant select, delete on rule_cause to worker;

-- The team reads them; whoever may change the organisation, or leads the project, changes them. They run as whoever saved them.
do $$
declare
  place text;
  team text := 'org_id = (select app_org_id()) and not (select app_is_client())';
  seen text := '(project_id is null or (select app_sees_every_project()) or project_id = any ((select app_project_ids())::uuid[]))';
  changed text := '((select app_role()) in (''admin'', ''subadmin'')'
    || ' or ((select app_role()) = ''team_leader'' and exists (select from project p'
    || ' where p.org_id = rule.org_id and p.id = rule.project_id and p.leader_id = (select app_member_id()))))';
begin
  foreach place in array array['rule', 'rule_run', 'rule_cause'] loop
    execute format('create policy owner_all on %I to %I using (true) with check (true)', place, current_user);
    execute format('create policy worker_all on %I to worker using (true) with check (true)', place);
  end loop;
  execute format('create policy tenant_select on rule for select to tenant using (%s and %s)', team, seen);
  execute format('create policy tenant_insert on rule for insert to tenant with check (%s and %s and %s and actor_id = (select app_member_id()))', team, seen, changed);
  execute format('create policy tenant_update on rule for update to tenant using (%1$s and %2$s and %3$s) with check (%1$s and %2$s and %3$s and actor_id = (select app_member_id()))', team, seen, changed);
  execute format('create policy tenant_delete on rule for delete to tenant using (%s and %s and %s)', team, seen, changed);
  execute format('create policy tenant_select on rule_run for select to tenant using (%s and %s)', team, seen);
  execute format('create policy tenant_insert on rule_run for insert to tenant with check (%s and %s)', team, seen);
  execute format('create policy tenant_update on rule_run for update to tenant using (%1$s and %2$s) with check (%1$s and %2$s)', team, seen);
  foreach place in array array['rule', 'rule_run'] loop
    execute format('create policy tenant_not_deleted on %I as restrictive to tenant
      using (org_id = (select app_org_id()) and (project_id is null or project_id <> all ((select app_hidden_project_ids())::uuid[])))
      with check (org_id = (select app_org_id()) and (project_id is null or project_id <> all ((select app_hidden_project_ids())::uuid[])))', place);
  end loop;
end $$;

-- Noted only where a rule asks for it, so that a write without rules costs one look at an index. `app.rule_chain` is set
-- by a rule that runs: what it does is part of the same cause.
create function note_rule_cause(p_org uuid, p_task uuid, p_project uuid, p_audience text, p_trigger text, p_value text) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare known jsonb := nullif(current_setting('app.rule_chain', true), '')::jsonb;
begin
  if not exists (select from rule r where r.org_id = p_org and r.enabled and r.trigger = p_trigger
      and (r.value is null or r.value = p_value) and (r.project_id is null or r.project_id = p_project)) then return; end if;
  insert into rule_cause (org_id, task_id, project_id, audience, trigger, value, root, chain)
  values (p_org, p_task, p_project, p_audience, p_trigger, p_value, coalesce((known ->> 'root')::uuid, gen_random_uuid()),
          array(select jsonb_array_elements_text(coalesce(known -> 'chain', '[]'))));
end $$;
revoke all on function note_rule_cause(uuid, uuid, uuid, text, text, text) from public;

create function note_task_for_rules() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare up record;
begin
  if tg_op = 'INSERT' then
    perform note_rule_cause(new.org_id, new.id, new.project_id, new.audience, 'created', null);
    return null;
  end if;
  if new.status <> old.status then
    perform note_rule_cause(new.org_id, new.id, new.project_id, new.audience, 'moved', new.status::text);
    if new.status = 4 and new.parent_id is not null and not exists (select from task s
         where s.org_id = new.org_id and s.parent_id = new.parent_id and s.status <> 4 and s.deleted_at is null) then
      select t.id, t.project_id, t.audience into up from task t where t.org_id = new.org_id and t.id = new.parent_id and t.deleted_at is null;
      if found then
        perform note_rule_cause(new.org_id, up.id, up.project_id, up.audience, 'subtasks_done', null);
      end if;
    end if;
  end if;
  if new.priority <> old.priority then
    perform note_rule_cause(new.org_id, new.id, new.project_id, new.audience, 'priority', new.priority);
  end if;
  return null;
end $$;
create trigger note_new_for_rules after insert on task for each row execute function note_task_for_rules();
create trigger note_change_for_rules after update of status, priority on task for each row
  when (new.deleted_at is null and (new.status <> old.status or new.priority <> old.priority))
  execute function note_task_for_rules();

create function note_label_for_rules() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform note_rule_cause(new.org_id, new.task_id, t.project_id, t.audience, 'labelled', new.label_id::text)
     from task t where t.org_id = new.org_id and t.id = new.task_id;
  return null;
end $$;
create trigger note_label_for_rules after insert on task_label for each row execute function note_label_for_rules();
