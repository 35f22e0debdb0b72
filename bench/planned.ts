/** A project in which every view has something to show: dates, people, priorities, labels and dependencies. */
import { generateNKeysBetween } from 'fractional-indexing';
import type pg from 'pg';
import { dayFrom, insertRows, seedId } from '../scripts/seed/rows';

export const PLANNED = 5_000;
const KEY = 'PLAN';
const STATUSES = [1, 2, 3, 4, 5];
const PRIORITIES = ['none', 'low', 'medium', 'high', 'urgent'];
/** Due dates reach so many days to both sides of today. */
const DAYS = 90;
const LABELS = 8;

/** In the titles of urgent tasks and of no others. */
export const URGENT = 'urgently';

/** Made anew each time, in the first generated organisation. @returns the project's key and id */
export async function preparePlanned(database: pg.Client, org: string): Promise<{ key: string; id: string }> {
  const { rows: members } = await database.query<{ org_id: string; id: string }>(
    `select org_id, id from member m where org_id = (select id from organisation where key = $1) and deactivated_at is null
        and approval = 1 and role in ('admin', 'subadmin', 'team_leader', 'user')
      order by m.role <> 'admin', m.id limit 9`,
    [org],
  );
  const { org_id, id: admin } = members[0] as { org_id: string; id: string };
  const project_id = seedId('bench planned');
  const now = new Date();
  const times = { created_at: now, updated_at: now };
  for (const table of ['task', 'project'])
    await database.query(`delete from ${table} where ${table === 'task' ? 'project_id' : 'id'} = $1`, [project_id]);
  await insertRows(database, 'project', [
    {
      ...{ id: project_id, org_id, key: KEY, name: 'Planned', type: 'web_application', status: 'active' },
      ...{ tint: 'c2', version: 1, description: '', created_by_id: admin, ...times },
    },
  ]);
  const whose = { org_id, project_id };
  await insertRows(database, 'task_counter', [{ ...whose, last: PLANNED }]);
  const ranks = generateNKeysBetween(null, null, PLANNED / STATUSES.length);
  const tasks = Array.from({ length: PLANNED }, (_, at) => {
    // Neither goes with the other nor with the status, so that each filter meets all columns and days.
    const priority = PRIORITIES[Math.floor(at / 5) % PRIORITIES.length] as string;
    const due = ((at * 37) % (2 * DAYS)) - DAYS;
    const status = STATUSES[at % STATUSES.length];
    return {
      ...{ id: seedId(`bench planned ${at}`), ...whose, number: at + 1, description: '', status, priority },
      title: `${priority === 'urgent' ? `${URGENT} ` : ''}See all of a large plan, number ${at + 1}`,
      rank: ranks[Math.floor(at / STATUSES.length)],
      audience: 'internal',
      start_date: at % 3 ? dayFrom(now, due - 1 - (at % 10)) : null,
      due_date: dayFrom(now, due),
      estimate_minutes: at % 4 ? 60 * (1 + (at % 8)) : null,
      completed_at: status === 4 ? now : null,
      ...{ created_by_id: admin, version: 1, ...times },
    };
  });
  await insertRows(database, 'task', tasks);
  const hung = tasks.map(({ id, audience }) => ({ ...whose, task_id: id, audience }));
  await insertRows(
    database,
    'task_assignee',
    hung.flatMap((row, at) =>
      members
        .filter((_, who) => who === at % members.length || (at % 4 === 0 && who === (at + 3) % members.length))
        .map(({ id }) => ({ ...row, member_id: id, assigned_at: now })),
    ),
  );
  const labels = Array.from({ length: LABELS }, (_, at) => seedId(`bench label ${at}`));
  await database.query('delete from label where id = any ($1)', [labels]);
  await insertRows(
    database,
    'label',
    labels.map((id, at) => ({ id, org_id, name: `Bench ${at}`, colour: `c${at + 1}`, created_at: now })),
  );
  await insertRows(
    database,
    'task_label',
    hung.filter((_, at) => at % 2).map((row, at) => ({ ...row, label_id: labels[at % LABELS] })),
  );
  await insertRows(
    database,
    'dependency',
    hung
      .filter((_, at) => at % 5 === 0)
      .slice(1)
      .map(({ task_id, audience }, at) => ({
        ...{ org_id, task_id: hung[at * 5]?.task_id, project_id, audience, created_at: now },
        ...{ blocks_id: task_id, blocks_project_id: project_id, blocks_audience: audience },
      })),
  );
  await database.query('analyze');
  return { key: KEY, id: project_id };
}
