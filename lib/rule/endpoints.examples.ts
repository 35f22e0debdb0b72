import type pg from 'pg';
import type { ruleEndpoints } from '@/lib/rule/endpoints';
import { acme, body, type Examples, inProject, of, query, unique, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

const fields = { trigger: 'moved', value: '3', filter: 'priority:high', actions: [{ do: 'assign', who: 'leader' }] };

async function freshRule(owner: pg.ClientBase): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into rule (org_id, id, project_id, name, trigger, value, actions, actor_id) values ($1, $2, $3, $4, 'moved', '3', $5, $6)`,
    [fixtureId('acme'), id, WEB, unique('Rule'), JSON.stringify(fields.actions), acme('leader')],
  );
  return id;
}

export const examples: Examples<typeof ruleEndpoints> = {
  'GET ruleList': query(),
  'POST rule': {
    ...body('acme.leader', () => ({ ...fields, name: unique('Review'), project_id: WEB, enabled: false })),
    about: inProject(),
  },
  'GET rule/{id}': of(freshRule, inProject()),
  'PATCH rule/{id}': of(freshRule, inProject(), { version: 1, enabled: false }, 'acme.leader'),
  'DELETE rule/{id}': of(freshRule, inProject(), undefined, 'acme.leader'),
  'GET ruleMatches': { ...query({ project_id: WEB, trigger: 'overdue', filter: '!status:5' }), about: inProject() },
  'GET ruleRunList': {
    seat: 'acme.user',
    make: async (owner) => ({ query: { rule_id: await freshRule(owner) } }),
    about: inProject(),
  },
};
