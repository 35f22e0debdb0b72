import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { env } from '@/lib/env';
import type { ImportBatchRecord, TaskImport } from '@/lib/task-import/schema';
import { fixtureId } from '@/lib/test/fixtures';
import { WEB } from '@/lib/test/task-calls';
import { bearer, call } from '@/lib/test/wire';

/** Imports into WEB as programs call them; each test begins without any. */

export const owner = new pg.Client({ connectionString: env.databaseUrl });
export function withoutImports(): void {
  beforeAll(() => owner.connect());
  afterAll(() => owner.end());
  beforeEach(async () => {
    await owner.query('delete from task where id in (select task_id from import_row)');
    await owner.query('delete from import_batch; delete from label; delete from job; delete from rate_limit');
  });
}

type Given = {
  source: string;
  text: string | Uint8Array;
  who?: string;
  project?: string | null;
  mapping?: object;
  encoding?: string;
  dry_run?: string;
};
export async function send({ source, text, who = 'acme.leader', project = WEB, mapping, encoding, dry_run }: Given) {
  const file = new File([text as BlobPart], source === 'trello' ? 'board.json' : 'tasks.csv');
  return call('POST', 'importTasks', {
    token: await bearer(who),
    body: {
      ...{ source, file, encoding, dry_run, project_id: project ?? undefined },
      mapping: mapping && JSON.stringify(mapping),
    },
  });
}
export const made = async (given: Given): Promise<TaskImport> => {
  const { body } = await send(given);
  expect(body).toMatchObject({ status: 200 });
  const data = body.data as TaskImport;
  if (data.finished) return data;
  // A busy machine takes longer than an answer waits.
  const batch = await untilIn(data.batch_id, ({ finished }) => finished);
  const { tasks, comments, checklist_items, time_entries, skipped, errors, skipped_lines, finished } = batch;
  return { ...data, tasks, comments, checklist_items, time_entries, skipped, errors, skipped_lines, finished };
};
async function untilIn(id: string | null, is: (batch: ImportBatchRecord) => boolean): Promise<ImportBatchRecord> {
  await expect.poll(async () => is(await batchOf(id))).toBe(true);
  return batchOf(id);
}
export const batchOf = async (id: string | null): Promise<ImportBatchRecord> => {
  const { body } = await call('GET', `importBatch/${id}`, { token: await bearer('acme.leader') });
  return body.data as ImportBatchRecord;
};
export async function rollBack(id: string | null, who = 'acme.leader') {
  const answer = await call('POST', `rollBackImport/${id}`, { token: await bearer(who), body: {} });
  if (answer.status !== 200) return answer;
  return { ...answer, body: { ...answer.body, data: await untilIn(id, ({ rollback }) => rollback !== 'running') } };
}
export type Made = { _id: string; title: string; description: string; checklist: string[]; [field: string]: unknown };
export async function tasksOf(id: string | null): Promise<Made[]> {
  const { rows } = await owner.query(
    `select t.id as _id, t.number, t.title, t.description, t.status, t.priority, to_char(t.start_date, 'YYYY-MM-DD') as start,
            to_char(t.due_date, 'YYYY-MM-DD') as due, t.estimate_minutes, t.audience, t.created_at, t.completed_at, t.version,
            (select m.name from member m where m.id = t.created_by_id) as creator, (select up.title from task up where up.id = t.parent_id) as parent,
            array(select m.name from task_assignee ta join member m on m.id = ta.member_id where ta.task_id = t.id) as assignees,
            array(select l.name || ' ' || l.colour from task_label tl join label l on l.id = tl.label_id
                   where tl.task_id = t.id order by l.name) as labels,
            array(select case when i.done then 'x ' else '' end || i.title from checklist_item i where i.task_id = t.id order by i.rank) as checklist,
            array(select b.title from dependency d join task b on b.id = d.task_id where d.blocks_id = t.id order by b.title) as blocked_by,
            array(select c.body from comment c where c.task_id = t.id order by c.created_at) as comments
       from import_row r join task t on t.id = r.task_id where r.batch_id = $1 order by t.status, t.rank collate "C"`,
    [id],
  );
  return rows;
}
export const leader = async () =>
  (await owner.query('select name from member where id = $1', [fixtureId('acme.leader')])).rows[0].name as string;
export const withName = async (text: string) => text.replaceAll('leader of acme', await leader());
