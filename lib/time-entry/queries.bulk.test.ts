import { describe, expect, test } from 'vitest';
import type { Ctx } from '@/lib/org';
import type { ImportBatchRecord, TaskImport } from '@/lib/task-import/schema';
import { asMember } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';
import {
  batchOf,
  leader,
  type Made,
  made,
  owner,
  rollBack,
  tasksOf,
  withName,
  withoutImports,
} from '@/lib/test/import-calls';
import { WEB } from '@/lib/test/task-calls';
import { asLeader } from '@/lib/test/test-as';
import { bearer, call } from '@/lib/test/wire';
import { newId } from '@/lib/validation';

/** Time and watchers that an import brings: time is the importer's, and says whose it was there. */

withoutImports();

const JIRA = [
  'Summary,Issue key,Assignee,Assignee Id,Time Spent,Watchers,Watchers,Watchers Id,Watchers Id,Log Work,Log Work,Log Work,Log Work,Log Work',
  `Checkout,SHOP-1,leader of acme,712:aa,97200,leader of acme,Joe Stranger,712:aa,712:bb,"Found it; at last;28/Apr/20 11:40 AM;712:aa;5400",;29/Apr/20 9:00 AM;user@acme.test;90000,With Ann;29/Apr/20 1:00 PM;712:bb;600,1800,not a log line`,
  'Nothing,SHOP-2,,,3600,,,,,,,,,',
  '',
].join('\n');

/** Task, who logged it here and there, when, how many minutes and the note of each entry. */
const timeOf = async (batch: string | null): Promise<string[]> =>
  (
    await owner.query(
      `select concat_ws(', ', t.title, m.email, e.imported_from || ' ' || e.imported_name, to_char(e.started_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'),
              (extract(epoch from e.ended_at - e.started_at) / 60)::int, e.note) as entry
         from time_entry e join task t on t.id = e.task_id join import_row r on r.task_id = t.id join member m on m.id = e.member_id
        where r.batch_id = $1 order by e.started_at`,
      [batch],
    )
  ).rows.map(({ entry }) => entry);
const imported = async (): Promise<TaskImport> => made({ source: 'jira', text: await withName(JIRA) });

describe('the time of Jira’s log lines', () => {
  test('is the importer’s where its people are here, says so, a day each at most, and words of the others', async () => {
    const result = await imported();
    expect(result).toMatchObject({ tasks: 2, time_entries: 3, comments: 1 });
    expect(await timeOf(result.batch_id)).toEqual([
      `Checkout, leader@acme.test, jira ${await leader()}, 2020-04-28 11:40, 90, Found it; at last`,
      'Checkout, leader@acme.test, jira user@acme.test, 2020-04-29 09:00, 1440, ',
      'Checkout, leader@acme.test, jira user@acme.test, 2020-04-30 09:00, 60, ',
    ]);
    const [task, other] = await tasksOf(result.batch_id);
    expect(task?.comments).toEqual([
      '- **Joe Stranger** logged 10 min on 2020-04-29: With Ann\n- **Somebody** logged 30 min',
    ]);
    expect(task?.description).not.toContain('Time spent');
    expect(other?.description).toContain('Time spent: 1 h');
    expect((await batchOf(result.batch_id)).time_entries).toBe(3);
  });

  test('comes once, goes with the import, and stays where somebody logged or changed some since', async () => {
    const count = async () => (await owner.query('select count(*)::int as n from time_entry')).rows[0].n;
    const before = await count();
    const first = await imported();
    expect(await imported()).toMatchObject({ tasks: 0, time_entries: 0 });
    expect(await count()).toBe(before + 3);
    expect((await rollBack(first.batch_id)).body.data).toMatchObject({ rollback: 'done', kept: [] });
    expect(await count()).toBe(before);

    const second = await imported();
    const [, other] = await tasksOf(second.batch_id);
    const token = await bearer('acme.leader');
    const { rows } = await owner.query("select id from time_entry where note like 'Found%'");
    await call('PATCH', `timeEntry/${rows[0].id}`, { token, body: { version: 1, note: 'Mine' } });
    await call('POST', 'timeEntry', { token, body: { task_id: other?._id, minutes: 5 } });
    const { kept } = (await rollBack(second.batch_id)).body.data as ImportBatchRecord;
    expect(kept.map(({ title, reason }) => [title, reason]).sort()).toEqual([
      ['Checkout', 'Somebody logged time since.'],
      ['Nothing', 'Somebody logged time since.'],
    ]);
  });
});

test('Jira’s watchers watch where they see the task; the others stand in words', async () => {
  const { batch_id } = await imported();
  const [task] = await tasksOf(batch_id);
  const { body } = await call('GET', `task/${task?._id}`, { token: await bearer('acme.leader') });
  expect((body.data as { watchers: { name: string }[] }).watchers.map(({ name }) => name)).toEqual([await leader()]);
  const { rows } = await owner.query('select count(*)::int as n from task_watcher where task_id = $1', [task?._id]);
  expect(rows[0].n).toBe(1);
  expect((task as Made).description).toContain('Watched there: Joe Stranger');
});

describe('the function that writes it', () => {
  const MEMBER = 'acme.user';
  type Given = { batch?: string; task?: string; minutes?: number; creator?: string; before?: string };

  /** A batch of the leader's with one row, whose task is WEB-3; what the function makes of it as `who`. */
  async function logged(who: string, given: Given = {}): Promise<number | string> {
    let count: number | string = 'nothing came back';
    await asMember(who, async ({ db }: Ctx) => {
      const id = given.batch ?? newId();
      const data = {
        time: [
          {
            name: 'Ann',
            started_at: '2024-01-01T00:00:00Z',
            minutes: given.minutes ?? 5,
            note: '',
          },
        ],
      };
      await db.$executeRaw`reset role`;
      await db.$executeRaw`insert into import_batch (org_id, id, project_id, created_by_id, source, file_name, content_hash, total)
        values (${fixtureId('acme')}::uuid, ${id}::uuid, ${WEB}::uuid, ${fixtureId(given.creator ?? (who.startsWith('acme') ? who : 'acme.leader'))}::uuid, 'jira', 'x', 'x', 1)`;
      await db.$executeRaw`insert into import_row (org_id, batch_id, position, project_id, source, source_id, data)
        values (${fixtureId('acme')}::uuid, ${id}::uuid, 0, ${WEB}::uuid, 'jira', 'A-1', ${JSON.stringify(data)}::jsonb)`;
      if (given.before === 'finished')
        await db.$executeRaw`update import_batch set finished_at = now() where id = ${id}::uuid`;
      if (given.before === 'imported')
        await db.$executeRaw`insert into import_row (org_id, batch_id, position, project_id, source, source_id, task_id)
          values (${fixtureId('acme')}::uuid, ${id}::uuid, 1, ${WEB}::uuid, 'jira', 'A-2', ${fixtureId('acme.WEB-3')}::uuid)`;
      await db.$executeRaw`set local role tenant`;
      const [row] = await db.$queryRaw<{ count: number }[]>`
        select log_imported_time(${id}::uuid, array[0], ${[given.task ?? fixtureId('acme.WEB-3')]}::uuid[]) as count`;
      count = row?.count ?? 'none';
    });
    return count;
  }

  test('R01 is for whoever may import, of imports that they began and that go on', async () => {
    expect(await logged('acme.leader')).toBe(1);
    expect(await logged('acme.admin')).toBe(1);
    for (const who of ['acme.user', 'acme.client', 'acme.observer', 'acme.lead2', 'globex.admin'])
      expect([who, await logged(who)]).toEqual([who, 0]);
    expect(await logged('acme.admin', { creator: 'acme.leader' })).toBe(0);
    expect(await logged('acme.leader', { before: 'finished' })).toBe(0);
  });

  test('takes only new tasks of its project, and entries of a day', async () => {
    expect(await logged('acme.leader', { before: 'imported' })).toBe(0);
    expect(await logged('acme.admin', { task: fixtureId('acme.APP-1') })).toBe(0);
    expect(await logged('acme.leader', { minutes: 1441 })).toBe(0);
    expect(await logged('acme.leader', { minutes: 0 })).toBe(0);
  });

  asLeader('R01 takes nothing from its caller but places of the plan', async ({ db }) => {
    const foreign = db.$executeRaw`insert into time_entry (id, task_id, project_id, audience, member_id, started_at, ended_at)
        values (${newId()}::uuid, ${fixtureId('acme.WEB-3')}::uuid, ${WEB}::uuid, 'internal', ${fixtureId(MEMBER)}::uuid, now(), now())`;
    await expect(foreign).rejects.toThrow(/row-level security/);
  });
});
