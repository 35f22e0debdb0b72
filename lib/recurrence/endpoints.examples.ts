import type pg from 'pg';
import type { recurrenceEndpoints } from '@/lib/recurrence/endpoints';
import { freshTask } from '@/lib/task/endpoints.examples';
import { acme, body, type Examples, inProject, of, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

async function freshRecurrence(owner: pg.ClientBase): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into task_recurrence (org_id, id, task_id, project_id, audience, series_id, number, rule, mode, time_zone, starts_on, day,
                                  next_on, created_by_id)
     values ($1, $2, $3, $4, 'client', $2, 1, 'FREQ=WEEKLY', 'completion', 'UTC', '2026-11-24', '2026-11-24', '2026-12-01', $5)`,
    [fixtureId('acme'), id, await freshTask(owner), WEB, acme('user')],
  );
  return id;
}

export const examples: Examples<typeof recurrenceEndpoints> = {
  'POST recurrence': {
    ...body('acme.user', async (owner) => ({ task_id: await freshTask(owner), rule: 'FREQ=WEEKLY;BYDAY=TU' })),
    about: inProject('user'),
  },
  'PATCH recurrence/{id}': of(freshRecurrence, inProject('user'), { version: 1, mode: 'schedule' }),
  'DELETE recurrence/{id}': of(freshRecurrence, inProject('user')),
  'POST skipRecurrence/{id}': of(freshRecurrence, inProject('user'), { version: 1 }),
};
