import { parse as readCsv } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Door } from '@/lib/contract/endpoint';
import { closeDatabase } from '@/lib/db';
import { deleteTask } from '@/lib/task/commands.bin';
import { COLUMN_NAMES } from '@/lib/task/vocabulary';
import { exportTasks } from '@/lib/task-export/commands';
import { countOf, exportedTasks, matchingIds } from '@/lib/task-export/queries';
import { ExportTasks } from '@/lib/task-export/schema';
import { asMemberCommitted } from '@/lib/test/as-member';
import { codeOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { WEB } from '@/lib/test/task-calls';
import { asAdmin } from '@/lib/test/test-as';

/** Exports hold what taskList would list, and no more than the caller sees. */

const owner = ownerClient();
const SLY = ['=1+1', ' @SUM(A1)', '-2', '+3', '\t=4'];

beforeAll(async () => {
  for (const [at, title] of SLY.entries()) await add(900 + at, title, 'internal');
  await add(950, 'For the client, "quoted"', 'client', 'Two\nlines; and <tags> & _x000D_ \u0007');
});
afterAll(async () => {
  await owner.query('delete from task where project_id = $1 and number >= 900', [WEB]);
  await closeDatabase();
});
const add = (number: number, title: string, audience: string, description = '') =>
  owner.query(
    `insert into task (id, org_id, project_id, number, title, description, audience, rank, status, created_by_id, due_date, estimate_minutes)
     values (gen_random_uuid(), $1, $2, $3::int, $4, $5, $6, 'zz' || $3::text, 1, $7, '2026-12-24', 90)`,
    [fixtureId('acme'), WEB, number, title, description, audience, fixtureId('acme.admin')],
  );

const doorOf =
  (who: string): Door =>
  (work) =>
    asMemberCommitted(who, work);
async function bytesOf(who: string, input: object): Promise<Buffer> {
  const { body } = await exportTasks(doorOf(who), ExportTasks.parse({ project_id: WEB, ...input }));
  return Buffer.from(await new Response(body as ReadableStream<Uint8Array>).arrayBuffer());
}
const rowsOf = async (who: string, input: object = {}) =>
  readCsv((await bytesOf(who, input)).toString(), { columns: true, bom: true, relax_column_count: false }) as Record<
    string,
    string
  >[];
const tasksOf = async (who: string, input: object = {}) =>
  (JSON.parse((await bytesOf(who, { ...input, format: 'json' })).toString()) as { tasks: Record<string, unknown>[] })
    .tasks;
const visibleTo = async (who: string) =>
  asMemberCommitted(who, ({ db }) => db.task.count({ where: { projectId: WEB, deletedAt: null } }));

describe('exportTasks', () => {
  test.each(['acme.admin', 'acme.user', 'acme.client', 'acme.observer'])(
    '%s gets exactly what is seen',
    async (who) => {
      const tasks = await tasksOf(who);
      expect(tasks).toHaveLength(await visibleTo(who));
      expect(tasks.length).toBeGreaterThan(0);
      expect(await rowsOf(who)).toHaveLength(tasks.length);
    },
  );

  asAdmin('leaves out what was deleted since its rows were chosen', async (ctx) => {
    const ids = await matchingIds(ctx, ExportTasks.parse({ project_id: WEB }));
    await deleteTask(ctx, { id: 'WEB-1' });
    const keys = (await exportedTasks(ctx, ids, 0, 1_000, [])).map(({ key }) => key);
    expect([keys.length, keys.includes('WEB-1')]).toEqual([countOf(ids) - 1, false]);
  });

  test('a client learns nothing that is internal, neither a row nor the column that tells', async () => {
    const text = (await bytesOf('acme.client', {})).toString();
    for (const title of SLY) expect(text).not.toContain(`'${title}`);
    expect(text).toContain('For the client');
    expect(text.split('\r\n')[0]).not.toMatch(/Visible to|Time spent|Checklist/);
  });

  test('values of the organisation’s own fields are in it in words, for a client those of fields that it sees', async () => {
    const [budget, severity, high] = ['budget', 'severity', 'high'].map((name) => fixtureId(`acme.exported ${name}`));
    const choices = JSON.stringify([{ _id: high, name: 'High', colour: 'c1' }]);
    await owner.query(
      `with fields as (insert into custom_field (org_id, id, name, kind, audience, choices, position)
         values ($1, $2, 'Budget', 'number', 'internal', '[]', 0), ($1, $3, 'Severity', 'choice', 'client', $4, 1))
       insert into custom_value (org_id, task_id, field_id, project_id, audience, kind, field_audience, number, choice_id)
       select t.org_id, t.id, v.field::uuid, t.project_id, t.audience, v.kind, v.audience, v.number, v.choice::uuid from task t,
              (values ($2, 'number', 'internal', 12.5::float8, null), ($3, 'choice', 'client', null, $5)) v(field, kind, audience, number, choice)
        where t.project_id = $6 and t.number = 950`,
      [fixtureId('acme'), budget, severity, choices, high, WEB],
    );
    try {
      expect((await rowsOf('acme.admin', { q: 'quoted' }))[0]).toMatchObject({
        'Budget (field)': '12.5',
        'Severity (field)': 'High',
      });
      const columns = `key,choice.${severity}`;
      expect((await rowsOf('acme.client', { q: 'quoted', columns }))[0]).toMatchObject({ 'Severity (field)': 'High' });
      expect(await tasksOf('acme.client', { q: 'quoted' })).toMatchObject([
        { custom: { [severity as string]: 'High' } },
      ]);
      const text = (await bytesOf('acme.client', {})).toString();
      expect(text.split('\r\n')[0]).not.toContain('Budget');
      expect(await codeOf(bytesOf('acme.client', { columns: `number.${budget}` }))).toBe('invalid');
    } finally {
      await owner.query('delete from custom_field where id = any($1)', [[budget, severity]]);
    }
  });

  test('checklist, what blocks a task and its time are in it, for a client none of that', async () => {
    await owner.query(
      `with seen as (select id, org_id, project_id, audience from task where project_id = $1 and number = 950),
            hidden as (select id, project_id, audience from task where project_id = $1 and number = 901),
            lines as (insert into checklist_item (id, org_id, task_id, project_id, audience, title, done, rank)
                      select gen_random_uuid(), org_id, id, project_id, audience, line, done, rank
                        from seen, (values ('Open, still', false, 'a1'), ('=Done', true, 'a0')) as given(line, done, rank)),
            links as (insert into dependency (org_id, task_id, project_id, audience, blocks_id, blocks_project_id, blocks_audience)
                      select seen.org_id, hidden.id, hidden.project_id, hidden.audience, seen.id, seen.project_id, seen.audience
                        from seen, hidden)
       insert into time_entry (id, org_id, task_id, project_id, audience, member_id, started_at, ended_at)
       select gen_random_uuid(), org_id, id, project_id, audience, $2, now() - interval '95 minutes', now() - interval '5 minutes' from seen`,
      [WEB, fixtureId('acme.admin')],
    );
    const checklist = ['[x] =Done', '[ ] Open, still'];
    // What blocked it and lies in the bin blocks nothing.
    await owner.query(
      `with gone as (update task set deleted_at = now() where project_id = $1 and number = 902 returning *)
       insert into dependency (org_id, task_id, project_id, audience, blocks_id, blocks_project_id, blocks_audience)
       select t.org_id, gone.id, gone.project_id, gone.audience, t.id, t.project_id, t.audience
         from gone, task t where t.project_id = $1 and t.number = 950`,
      [WEB],
    );
    expect(await tasksOf('acme.admin', { q: 'quoted' })).toMatchObject([
      { checklist, blocked_by: ['WEB-901'], time_spent_minutes: 90 },
    ]);
    expect((await rowsOf('acme.admin', { q: 'quoted' }))[0]).toMatchObject({
      Checklist: checklist.join('\n'),
      'Blocked by': 'WEB-901',
      'Time spent (minutes)': '90',
    });
    const [shared] = await tasksOf('acme.client', { q: 'quoted' });
    expect(shared?.blocked_by).toEqual([]);
    for (const name of ['checklist', 'time_spent_minutes']) expect(shared).not.toHaveProperty(name);
  });

  test('the columns are those of a list in their order, where it gives them, and the title', async () => {
    const headings = async (who: string, columns: string) =>
      Object.keys((await rowsOf(who, { q: 'quoted', columns }))[0] ?? {});
    const chosen = 'due,spent,key,creator,people,due';
    const team = ['Key', 'Title', 'Due date', 'Time spent (minutes)', 'Created by', 'Assignees'];
    expect(await headings('acme.admin', chosen)).toEqual(team);
    expect(await headings('acme.client', chosen)).toEqual(team.filter((name) => !name.startsWith('Time')));
    expect(await headings('acme.admin', 'priority')).toEqual(['Title', 'Priority']);
    expect(Object.keys((await tasksOf('acme.admin', { q: 'quoted', columns: 'labels' }))[0] ?? {})).toEqual([
      'title',
      'labels',
    ]);
    const sheet = sheetOf(await bytesOf('acme.admin', { format: 'xlsx', q: 'quoted', columns: 'due' }));
    expect(sheet.match(/<row>.*?<\/row>/gs)?.[1]?.match(/<c\b/g)).toHaveLength(2);
    const all = Object.keys((await rowsOf('acme.admin', { columns: COLUMN_NAMES.join() }))[0] ?? {});
    expect(all).toHaveLength(COLUMN_NAMES.length + 1);
    expect(ExportTasks.safeParse({ columns: 'due,secret' }).error?.issues[0]?.message).toMatch(
      /^Columns are key, project/,
    );
  });

  test('filters and order are those of taskList', async () => {
    const tasks = await tasksOf('acme.admin', { q: 'quoted', sort: 'title' });
    expect(tasks).toMatchObject([
      {
        title: 'For the client, "quoted"',
        status: 'Pending',
        due_date: '2026-12-24',
        estimate_minutes: 90,
        visible_to: 'Team and clients',
      },
    ]);
    const titles = (await tasksOf('acme.admin', { sort: '-title' })).map(({ title }) => String(title).toLowerCase());
    expect(titles.length).toBeGreaterThan(5);
    expect(
      (await tasksOf('acme.admin', { sort: 'title' })).map(({ title }) => String(title).toLowerCase()).reverse(),
    ).toEqual(titles);
  });

  test('C01 no cell is a formula', async () => {
    const cells = (await rowsOf('acme.admin')).flatMap((row) => Object.values(row));
    expect(cells.filter((cell) => /^\s*[=+\-@\t]/.test(cell))).toEqual([]);
    expect(cells).toContain("'=1+1");
    const sheet = sheetOf(await bytesOf('acme.admin', { format: 'xlsx' }));
    expect(sheet).not.toMatch(/<f>|preserve">\s*[=+\-@]/);
    expect(sheet).toContain("'=1+1");
  });

  test('a workbook has dates as dates, numbers as numbers and text as it is', async () => {
    const sheet = sheetOf(await bytesOf('acme.client', { format: 'xlsx', q: 'quoted' }));
    expect(sheet).toContain('For the client, &quot;quoted&quot;');
    expect(sheet).toContain('Two\nlines; and &lt;tags&gt; &amp; _x005F_x000D_ ');
    expect(sheet).not.toContain('\u0007');
    // 24 December 2026, as spreadsheets count.
    expect(sheet).toContain('<c s="2"><v>46380</v></c>');
    expect(sheet).toContain('<c><v>90</v></c>');
    expect(sheet.endsWith('</sheetData></worksheet>')).toBe(true);
  });

  test('G02 the export is in the log', async () => {
    await owner.query('delete from rate_limit');
    await bytesOf('acme.observer', { format: 'json' });
    const { rows } = await owner.query(
      "select after from audit where action = 'tasks.exported' and actor_id = $1 order by created_at desc limit 1",
      [fixtureId('acme.observer')],
    );
    expect(rows[0].after).toMatchObject({ format: 'json', tasks: await visibleTo('acme.observer') });
  });
});

/** The one sheet of a workbook; its parts are stored, each behind its name. */
function sheetOf(bytes: Buffer): string {
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  const text = bytes.toString();
  const from = text.lastIndexOf('<?xml', text.indexOf('<worksheet'));
  return text.slice(from, text.indexOf('</worksheet>') + '</worksheet>'.length);
}
