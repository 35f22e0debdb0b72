import { generateKeyBetween } from 'fractional-indexing';
import type pg from 'pg';
import type { taskEndpoints } from '@/lib/task/endpoints';
import { CARD_EXTRAS } from '@/lib/task/vocabulary';
import { acme, body, type Examples, inProject, of, query, unique, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

export async function freshTask(owner: pg.ClientBase, audience: 'client' | 'internal' = 'client'): Promise<string> {
  const id = newId();
  const org = fixtureId('acme');
  const last = await owner.query('select max(rank) as rank from task where project_id = $1 and status = 1', [WEB]);
  await owner.query(
    `with next as (update task_counter set last = last + 1 where project_id = $3 returning last)
     insert into task (org_id, id, project_id, number, title, rank, audience, created_by_id)
     select $1, $2, $3, last, 'Fresh', $4, $5, $6 from next`,
    [org, id, WEB, generateKeyBetween(last.rows[0].rank, null), audience, acme('leader')],
  );
  await owner.query(
    'insert into task_assignee (org_id, task_id, member_id, project_id, audience) values ($1, $2, $3, $4, $5)',
    [org, id, acme('user'), WEB, audience],
  );
  return id;
}

export async function binned(owner: pg.ClientBase): Promise<string> {
  const id = await freshTask(owner);
  await owner.query('update task set deleted_at = now(), deleted_by_id = $2 where id = $1', [id, acme('leader')]);
  return id;
}

export const examples: Examples<typeof taskEndpoints> = {
  'GET taskList': query({ sort: '-due', limit: '3', include: CARD_EXTRAS.join() }),
  'GET taskListByProject': { ...query({ project_id: WEB, group: 'status' }), about: inProject() },
  'POST Task': {
    ...body('acme.user', () => ({
      project_id: WEB,
      title: unique('Task'),
      priority: 'high',
      due_date: '2030-01-31',
    })),
    about: inProject(),
  },
  'GET task/{id}': of(freshTask, inProject()),
  'PATCH task/{id}': of(freshTask, inProject('user'), { version: 1, title: 'Changed' }),
  'PATCH taskCard/{id}': of(freshTask, inProject('user'), { version: 1, priority: 'high' }),
  'DELETE task/{id}': of(freshTask, inProject(), undefined, 'acme.leader'),
  'GET taskCard/{id}': of(freshTask, inProject()),
  'POST changeTaskStatus': {
    ...body('acme.user', async (owner) => ({ task_id: await freshTask(owner), status: 3 })),
    about: inProject('user'),
  },
  'POST restoreTask': body('acme.leader', async (owner) => ({ id: await binned(owner) }), inProject('leader')),
  // A user sees in the bin only its own tasks.
  'GET taskBin': { ...query({ project_id: WEB }), about: inProject('user') },
  'GET taskcount': { ...query({ project_id: WEB, assignee: 'me' }), about: inProject() },
};
