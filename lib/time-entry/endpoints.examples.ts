import type pg from 'pg';
import { freshTask } from '@/lib/task/endpoints.examples';
import { acme, aRecord, body, type Examples, inProject, of, query, unique, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import type { timeEntryEndpoints } from '@/lib/time-entry/endpoints';
import { newId } from '@/lib/validation';

async function freshEntry(owner: pg.ClientBase): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into time_entry (org_id, id, task_id, project_id, audience, member_id, started_at, ended_at)
     values ($1, $2, $3, $4, 'client', $5, now() - interval '2 hours', now() - interval '1 hour')`,
    [fixtureId('acme'), id, await freshTask(owner), WEB, acme('user')],
  );
  return id;
}

export const examples: Examples<typeof timeEntryEndpoints> = {
  'GET timeEntryList': {
    seat: 'acme.user',
    make: async (owner) => ({ query: { task_id: await freshTask(owner), from: '2026-01-01' } }),
    about: inProject(),
  },
  'GET timeReport': query({ from: '2026-01-01', to: '2026-12-31', by: 'both' }),
  'POST timeEntry': {
    ...body('acme.user', async (owner) => ({
      task_id: await freshTask(owner),
      minutes: 90,
      note: unique('Layout'),
    })),
    about: inProject(),
  },
  'PATCH timeEntry/{id}': of(freshEntry, inProject('user'), { version: 1, minutes: 45 }),
  'DELETE timeEntry/{id}': of(freshEntry, inProject('user')),
  'GET timeSheet': query({ week: '2026-W02' }),
  'POST lockWeek': {
    ...body('acme.leader', async (owner) => {
      await owner.query('delete from locked_week where org_id = $1', [fixtureId('acme')]);
      return { member_id: acme('user'), week: '2026-W02', locked: true };
    }),
    about: aRecord,
  },
  'GET timer': query(),
  'POST timer': body('acme.user', async (owner) => ({ task_id: await freshTask(owner) }), inProject()),
  'DELETE timer': {
    seat: 'acme.user',
    make: async () => ({}),
    idle: 'there is no timer to stop',
  },
};
