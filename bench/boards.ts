/** Projects with as many tasks as are measured. */
import { generateNKeysBetween } from 'fractional-indexing';
import type pg from 'pg';
import { insertRows, seedId } from '../scripts/seed/rows';

export const SIZES = [1_000, 5_000, 10_000] as const;
/** A board on which every task is seen. */
export const SMALL = 5;
type Board = { id: string; key: string; tasks: string[] };
/** `tasks`: ids of at most two hundred, from all columns. */
export type Boards = { org: string; of: (size: number) => Board };

const STATUSES = [1, 2, 3, 4, 5];
const TASKS = 200;

/** In the first generated organisation; made once, and then brought back to its size before each run. */
export async function prepareBoards(database: pg.Client): Promise<Boards> {
  const org = 'org-0001';
  const { rows } = await database.query<{ id: string; admin: string }>(
    `select o.id, m.id as admin from organisation o join member m on m.org_id = o.id and m.role = 'admin' where o.key = $1 limit 1`,
    [org],
  );
  const { id: org_id, admin } = rows[0] as { id: string; admin: string };
  const boards = new Map<number, Board>();
  for (const size of [SMALL, ...SIZES]) {
    const key = `B${size}`;
    const project_id = seedId(`bench ${key}`);
    await database.query('delete from task where project_id = $1', [project_id]);
    await database.query('delete from project where id = $1', [project_id]);
    const whose = { org_id, project_id };
    await insertRows(database, 'project', [
      {
        id: project_id,
        org_id,
        key,
        name: `${size} tasks`,
        type: 'web_application',
        status: 'active',
        tint: 'c1',
        version: 1,
        description: '',
        created_by_id: admin,
        created_at: new Date(),
        updated_at: new Date(),
      },
    ]);
    await insertRows(database, 'task_counter', [{ ...whose, last: size }]);
    const ranks = generateNKeysBetween(null, null, size / STATUSES.length);
    const tasks = Array.from({ length: size }, (_, at) => ({
      id: seedId(`bench ${key} ${at}`),
      ...whose,
      number: at + 1,
      title: `Measure the board with many tasks ${at + 1}`,
      description: '',
      status: STATUSES[at % STATUSES.length],
      priority: at % 7 ? 'none' : 'high',
      rank: ranks[Math.floor(at / STATUSES.length)],
      audience: 'internal',
      created_by_id: admin,
      version: 1,
      created_at: new Date(),
      updated_at: new Date(),
    }));
    await insertRows(database, 'task', tasks);
    const assigned = tasks.filter((_, at) => at % 5 !== 4);
    await insertRows(
      database,
      'task_assignee',
      assigned.map(({ id, audience }) => ({
        ...whose,
        task_id: id,
        member_id: admin,
        audience,
        assigned_at: new Date(),
      })),
    );
    boards.set(size, { id: project_id, key, tasks: tasks.slice(0, TASKS).map(({ id }) => id) });
  }
  return { org, of: (size) => boards.get(size) as Board };
}
