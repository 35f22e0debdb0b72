-- As before, and nothing is noted of what an import makes: `app.rules_off` in its transaction.
create or replace function note_rule_cause(p_org uuid, p_task uuid, p_project uuid, p_audience text, p_trigger text, p_value text) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare known jsonb := nullif(current_setting('app.rule_chain', true), '')::jsonb;
begin
  if current_setting('app.rules_off', true) = 'on' then return; end if;
  if not exists (select from rule r where r.org_id = p_org and r.enabled and r.trigger = p_trigger
      and (r.value is null or r.value = p_value) and (r.project_id is null or r.project_id = p_project)) then return; end if;
  insert into rule_cause (org_id, task_id, project_id, audience, trigger, value, root, chain)
  values (p_org, p_task, p_project, p_audience, p_trigger, p_value, coalesce((known ->> 'root')::uuid, gen_random_uuid()),
          array(select jsonb_array_elements_text(coalesce(known -> 'chain', '[]'))));
end $$;
