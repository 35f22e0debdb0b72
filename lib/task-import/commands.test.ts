import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { workOnce } from '@/lib/delivery/work';
import { queueRulesByDate } from '@/lib/rule/queries.run';
import type { TaskDetail } from '@/lib/task/schema';
import { NOT_EXPORTED, NOT_IMPORTED } from '@/lib/task-export/vocabulary';
import type { ImportBatchRecord, TaskImport } from '@/lib/task-import/schema';
import { fixtureId } from '@/lib/test/fixtures';
import {
  batchOf,
  leader,
  type Made,
  made,
  owner,
  rollBack,
  send,
  tasksOf,
  withName,
  withoutImports,
} from '@/lib/test/import-calls';
import { ASANA, JIRA, JIRA_CLOUD, TRELLO } from '@/lib/test/import-files';
import { WEB } from '@/lib/test/task-calls';
import { manyOr } from '@/lib/test/whole';
import { bearer, call } from '@/lib/test/wire';

/** What real files become, and that they become it once. */

withoutImports();

describe('the organisation’s own fields', () => {
  const [org, low, high] = [fixtureId('acme'), fixtureId('acme.choice low'), fixtureId('acme.choice high')];
  const idOf = (name: string) => fixtureId(`acme.field ${name}`);
  const FIELDS = { Severity: 'choice', Budget: 'number', 'Go live': 'date', Contact: 'person', Slogan: 'text' };
  beforeAll(async () => {
    const choices = JSON.stringify([
      { _id: low, name: 'Low', colour: 'c1' },
      { _id: high, name: 'High', colour: 'c2' },
    ]);
    for (const [at, [name, kind]] of Object.entries(FIELDS).entries())
      await owner.query(
        'insert into custom_field (org_id, id, name, kind, choices, position) values ($1, $2, $3, $4, $5, $6)',
        [org, idOf(name), name, kind, kind === 'choice' ? choices : '[]', at],
      );
  });
  afterAll(() => owner.query('delete from custom_field where org_id = $1', [org]));

  test('are filled from columns of their names or of one’s choice; what is no value stays in words', async () => {
    const { name } = (await owner.query('select name from member where id = $1', [fixtureId('acme.user')])).rows[0];
    const text = [
      'Title,severity,Budget (field),Go live,Contact,Motto',
      `First,HIGH,"1250,5",2030-01-31,${name},Go far`,
      'Second,Blocker,much,,,',
    ].join('\n');
    const mapping = { fields: { [idOf('Slogan')]: 'Motto' } };
    const { batch_id, lost, columns } = await made({ source: 'csv', text, mapping });
    expect(lost).toEqual([]);
    expect(columns).toMatchObject({ [idOf('Severity')]: 'severity', [idOf('Slogan')]: 'Motto' });
    const { rows } = await owner.query(
      `select t.title, t.description, json_object_agg(f.name, coalesce(v.text, v.number::text, v.day::text, v.choice_id::text, v.member_id::text))
         filter (where f.id is not null) as custom
         from import_row r join task t on t.id = r.task_id left join custom_value v on v.task_id = t.id
         left join custom_field f on f.id = v.field_id where r.batch_id = $1 group by t.id order by t.number`,
      [batch_id],
    );
    expect(rows).toEqual([
      {
        title: 'First',
        description: '',
        custom: {
          ...{ Severity: high, Budget: '1250.5', 'Go live': '2030-01-31' },
          ...{ Contact: fixtureId('acme.user'), Slogan: 'Go far' },
        },
      },
      { title: 'Second', description: 'Severity: Blocker  \nBudget: much', custom: null },
    ]);
  });
});

describe('a board of Trello', () => {
  const board = async () => withName(JSON.stringify(TRELLO));

  test('becomes tasks in its order, with people, dates, comments and what has no place in words', async () => {
    const result = await made({ source: 'trello', text: await board() });
    expect(result).toMatchObject({
      tasks: 4,
      comments: 2,
      people: 1,
      lists: 3,
      labels: 2,
      checklist_items: 3,
      skipped: 2,
      errors: [],
    });
    const [first, second, doing, done] = await tasksOf(result.batch_id);
    expect([first, second, doing, done].map((one) => [one?.title, one?.status])).toEqual([
      ['Design the "poster"', 1],
      ['Second in the list', 1],
      ['Working on it', 2],
      ['Ship it', 4],
    ]);
    expect(first).toMatchObject({
      start: '2024-02-01',
      due: '2024-02-20',
      assignees: [await leader()],
      audience: 'internal',
      creator: await leader(),
    });
    expect(first?.comments).toEqual(['Which one?', 'I like the *second* one']);
    expect(first?.description).toContain('## What');
    expect(first?.description).toContain('Assigned there: Joe Stranger');
    expect(first?.description).toContain('[draft \\[1\\].png](<https://trello.com/1/cards/x/draft.png>)');
    expect(first?.labels).toEqual(['Bug c5', 'Green dark c6']);
    expect(first?.checklist).toEqual([
      'x Steps: First',
      'Steps: Second',
      'Papers: Sign (Joe Stranger, due 2024-02-19)',
    ]);
    expect(first?.description).not.toContain('Steps');
    expect(first?.description).toContain('Points: 3.5');
    expect(first?.description).toContain('Paper: A \\*2\\*');
    expect([doing?.labels, doing?.creator]).toEqual([['Bug c5'], await leader()]);
    expect(first?.created_at).toEqual(new Date(0x65a1b2c3 * 1000));
    expect(done).toMatchObject({ due: '2024-03-05', status: 4 });
    expect(done?.completed_at).not.toBeNull();
  });

  test('is looked at first: nothing is made, and it says which list is which and who is who', async () => {
    const before = (await owner.query('select count(*) from task')).rows[0].count;
    const result = await made({
      source: 'trello',
      text: await board(),
      dry_run: 'true',
      mapping: { statuses: { Doing: 3 } },
    });
    expect(result).toMatchObject({ batch_id: null, tasks: 4, skipped: 2, dry_run: true });
    expect(result.lists_found).toEqual([
      { name: 'To Do', status: 1, known: true, tasks: 2, completed: 0 },
      { name: 'Doing', status: 3, known: true, tasks: 1, completed: 0 },
      { name: 'Done', status: 4, known: true, tasks: 1, completed: 0 },
    ]);
    expect(result.people_found.map(({ name, state, tasks }) => [name, state, tasks])).toEqual([
      [await leader(), 'assigned', 1],
      ['Joe Stranger', 'unknown', 1],
    ]);
    expect((await owner.query('select count(*) from task')).rows[0].count).toBe(before);
  });

  test('is imported once: the same file makes nothing, a longer one the rest', async () => {
    const text = await board();
    await made({ source: 'trello', text });
    const again = await made({ source: 'trello', text });
    expect(again).toMatchObject({ tasks: 0, comments: 0, skipped: 6 });
    expect(again.skipped_lines.some(({ message }) => /^This is WEB-\d+ already\.$/.test(message))).toBe(true);
    const more = await made({ source: 'trello', text, mapping: { archived: true } });
    expect((await tasksOf(more.batch_id)).map(({ title }) => title).sort()).toEqual([
      'In an archived list',
      'Put away',
    ]);
  });
});

test('Jira’s CSV has repeated columns, its own dates, seconds, markup, subtasks and comments with authors', async () => {
  const result = await made({ source: 'jira', text: await withName(JIRA) });
  expect(result).toMatchObject({ tasks: 3, comments: 2 });
  expect(result.errors).toEqual([{ line: 4, message: 'The due date “not a date” is no date.' }]);
  const tasks = await tasksOf(result.batch_id);
  const [bug, test_, retry] = ['Checkout fails', 'Write the test', 'Retry'].map((title) =>
    tasks.find((one) => one.title === title),
  );
  expect(bug).toMatchObject({
    status: 2,
    priority: 'urgent',
    due: '2020-04-30',
    estimate_minutes: 120,
    assignees: [await leader()],
  });
  expect(bug?.created_at).toEqual(new Date('2020-04-28T11:40:00Z'));
  expect(bug?.description).toContain('## Steps\n1. Open `cart`\n1. Press **Pay**\n\n```java\nint *x* = 1;\n```');
  expect(bug?.description).toContain('[the log](https://example.org/log)');
  expect(bug?.description).toContain('[trace.txt](<https://example.atlassian.net/secure/attachment/1/trace.txt>)');
  expect(bug?.comments).toEqual(['Seen in **production**; twice', 'Other one']);
  expect(test_).toMatchObject({ status: 4, parent: 'Checkout fails', priority: 'medium', assignees: [] });
  expect(test_?.completed_at).toEqual(new Date('2020-05-02T17:30:00Z'));
  expect(retry).toMatchObject({ status: 5, priority: 'low', due: '2020-06-01' });
  expect(bug?.description).toContain('Sprint: Sprint 1, Sprint 2');
  expect(bug?.description).toContain('Story Points: 3.0');
});

test('Jira’s CSV of today has accounts by id, categories of statuses, links both ways, checklists and three levels', async () => {
  const text = JIRA_CLOUD.replaceAll('"of acme, leader"', `"${await leader()}"`);
  const result = await made({ source: 'jira', text });
  expect(result).toMatchObject({ tasks: 4, comments: 2, checklist_items: 4, errors: [] });
  const tasks = await tasksOf(result.batch_id);
  const [epic, story, last] = ['Epic', 'Story', 'Last'].map((title) => tasks.find((one) => one.title === title));
  expect([epic, story, last].map((one) => [one?.status, one?.parent])).toEqual([
    [2, null],
    [4, 'Epic'],
    [1, 'Story'],
  ]);
  expect(epic?.assignees).toEqual([await leader()]);
  expect(epic?.due).toBe('2024-03-14');
  expect(epic?.comments).toEqual(['Look, @Joe Stranger\nSecond; line', 'I do']);
  expect([story?.checklist, last?.checklist]).toEqual([
    ['x Write it', 'Read it'],
    ['x Home: Sweep', 'Home: Mop'],
  ]);
  // APP-3 blocks APP-1 there, which would close a circle.
  expect([epic, story, last].map((one) => one?.blocked_by)).toEqual([[], ['Alone', 'Epic'], ['Story']]);
  for (const words of ['Sprint: Sprint 1, Sprint 2', 'Relates: APP-3', 'Team: Red', 'Time spent: 1 h 30 min'])
    expect(epic?.description).toContain(words);
  expect(epic?.description).not.toContain('i0001');
  expect(last?.description).toContain('Blocked by: OLD-7');
  expect(last?.description).toContain('Blocks: APP-1');
});

test('Asana’s CSV has parents by name, completion by date, people by email', async () => {
  const result = await made({ source: 'asana', text: ASANA });
  expect(result).toMatchObject({ tasks: 4, errors: [], people: 1, checklist_items: 2 });
  const tasks = await tasksOf(result.batch_id);
  expect(tasks.find(({ title }) => title === 'Plan the party')?.description).toContain('Estimated time: 2.5');
  expect(tasks.find(({ title }) => title === 'Plan the party')).toMatchObject({
    assignees: [await leader()],
    start: '2024-01-05',
    due: '2024-01-20',
    priority: 'high',
  });
  expect(tasks.find(({ title }) => title === 'Find a place')).toMatchObject({ status: 4, parent: 'Plan the party' });
  expect(tasks.find(({ title }) => title === 'Send invitations')).toMatchObject({
    status: 2,
    priority: 'low',
    blocked_by: ['Buy paper, ink', 'Plan the party'],
    checklist: ['Stamps', 'x Envelopes'],
    description: 'To bring:',
  });
});

describe('a table', () => {
  test('whose columns are chosen', async () => {
    const text = 'Was,Wann,Wo\nFirst,24.12.2026,Done\n';
    expect((await send({ source: 'csv', text })).body).toMatchObject({
      status: 422,
      errors: { file: [expect.stringContaining('titles')] },
    });
    // Whoever looks first is asked.
    expect(await made({ source: 'csv', text, dry_run: 'true' })).toMatchObject({
      tasks: 0,
      headings: ['Was', 'Wann', 'Wo'],
      columns: {},
      errors: [{ line: 1, message: expect.stringContaining('choose which one is the title') }],
    });
    const result = await made({ source: 'csv', text, mapping: { columns: { title: 'Was', due: 'Wann', list: 'Wo' } } });
    expect(await tasksOf(result.batch_id)).toMatchObject([{ title: 'First', due: '2026-12-24', status: 4 }]);
    expect(result.columns).toEqual({ title: 'Was', due: 'Wann', list: 'Wo' });
  });

  test('whose subtasks go deeper than eight levels, in one file or in two', async () => {
    const rows = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => `L${from + at},t${from + at},t${from + at - 1}\n`).join('');
    const first = await made({ source: 'csv', text: `Title,Id,Parent\n${rows(0, 12)}` });
    const parents = async (id: string | null) =>
      (await tasksOf(id)).flatMap(({ title, parent }) => (parent ? `${title} < ${parent}` : title));
    expect((await parents(first.batch_id)).filter((one) => !one.includes('<'))).toEqual(['L0', 'L8']);
    const more = await made({ source: 'csv', text: `Title,Id,Parent\nBelow L7,x,t7\nBelow L11,y,t11\n` });
    expect(await parents(more.batch_id)).toEqual(['Below L7', 'Below L11 < L11']);
  });

  test('with one row twice makes two tasks, and none when it comes again', async () => {
    const text = 'Title\nSame\nSame\n';
    const { batch_id } = await made({ source: 'csv', text });
    expect((await tasksOf(batch_id)).map(({ title }) => title)).toEqual(['Same', 'Same']);
    expect(await made({ source: 'csv', text })).toMatchObject({ tasks: 0, skipped: 2 });
  });

  test('of many is made in pieces; numbers and ranks go on', async () => {
    const many = manyOr(1500, 450);
    const text = `Title,Status\n${Array.from({ length: many }, (_, at) => `Task ${at},${at % 2 ? 'Done' : 'To do'}`).join('\n')}\n`;
    const { body } = await send({ source: 'csv', text });
    const { batch_id: id } = body.data as TaskImport;
    await expect.poll(async () => (await batchOf(id)).finished).toBe(true);
    const tasks = await tasksOf(id);
    expect(tasks).toHaveLength(many);
    const column = tasks.filter(({ status }) => status === 1).map(({ title }) => title);
    expect(column).toEqual(Array.from({ length: many / 2 }, (_, at) => `Task ${at * 2}`));
    expect(new Set(tasks.map(({ number }) => number)).size).toBe(many);
    expect((await rollBack(id)).status).toBe(200);
    await expect.poll(async () => (await batchOf(id)).rollback).toBe('done');
    expect(await tasksOf(id)).toEqual([]);
  });
});

describe('whether a task is done', () => {
  const statuses = async (source: string, text: string, given?: Record<string, number>) => {
    const result = await made({ source, text, ...(given && { mapping: { statuses: given } }) });
    const tasks = await tasksOf(result.batch_id);
    return Object.fromEntries(tasks.map(({ title, status }) => [title, status]));
  };

  test('in Jira is what was chosen, then what its status says, then the date', async () => {
    const text = [
      'Summary,Issue key,Status,Status Category,Resolved',
      'Chosen,S-1,Done,Done,2024-05-01 10:00',
      'Refused,S-2,Won’t Do,Done,2024-05-01 10:00',
      'Reopened,S-3,In Progress,In Progress,2024-05-01 10:00',
      'Odd,S-4,Zzz,,2024-05-01 10:00',
      'No status,S-5,,,2024-05-01 10:00\n',
    ].join('\n');
    expect(await statuses('jira', text, { Done: 3, 'Won’t Do': 5 })).toEqual({
      Chosen: 3,
      Refused: 5,
      Reopened: 2,
      Odd: 4,
      'No status': 4,
    });
    const { rows } = await owner.query(
      'select title from task where id in (select task_id from import_row) and completed_at is not null order by title',
    );
    expect(rows.map(({ title }) => title)).toEqual(['No status', 'Odd']);
  });

  test('elsewhere its own tick says, but for a list that is said to be something else', async () => {
    const text =
      'Name,Task ID,Section/Column,Completed At\nIn a section,1,Printing,2024-05-01\nDone,2,Done,2024-05-01\nOpen,3,Printing,\n';
    const given = { Printing: 2, Done: 3 };
    const seen = await made({ source: 'asana', text, mapping: { statuses: given }, dry_run: 'true' });
    expect(seen.lists_found).toEqual([
      { name: 'Printing', status: 2, known: true, tasks: 2, completed: 1 },
      { name: 'Done', status: 3, known: true, tasks: 1, completed: 0 },
    ]);
    expect(await statuses('asana', text, given)).toEqual({ 'In a section': 4, Done: 3, Open: 2 });
  });
});

describe('our own export', () => {
  const projects: string[] = [];
  const project = async (name: string): Promise<string> => {
    const member_ids = ['user', 'leader'].map((seat) => fixtureId(`acme.${seat}`));
    const body = { name, type: 'web_application', member_ids, client_ids: [fixtureId('acme.client')] };
    const { _id } = (await call('POST', 'project', { token: await bearer('acme.admin'), body })).body
      .data as TaskDetail;
    projects.push(_id);
    return _id;
  };
  const user = fixtureId('acme.user');
  const rename = (name: string) => owner.query('update member set name = $2 where id = $1', [user, name]);
  let usual = '';
  beforeAll(async () => {
    usual = (await owner.query('select name from member where id = $1', [user])).rows[0].name;
  });
  afterAll(async () => {
    await rename(usual);
    await owner.query('delete from task where project_id = any($1)', [projects]);
    await owner.query('delete from project where id = any($1)', [projects]);
  });
  /** What a table cannot bring back: `NOT_IMPORTED` and `NOT_EXPORTED` say so. */
  const STAYS = ['Key', 'Project', 'Time spent (minutes)', 'Time imported (minutes)', 'Comments', 'Created by'];
  const exported = async (id: string) => {
    const query = { project_id: id, sort: 'created' };
    const { body } = await call('GET', 'exportTasks', { token: await bearer('acme.admin'), query });
    const text = String(body.data);
    const rows = parse(text, { columns: true }) as Record<string, string>[];
    const keys = new Map(rows.map(({ Key = '' }, at) => [Key, `task ${at}`]));
    const named = (cell = '') => cell.replace(/[A-Z0-9]+-\d+/g, (key) => keys.get(key) ?? key);
    const kept = rows.map((row) => {
      const cells = Object.entries(row).filter(([name]) => ![...STAYS, 'Last changed (UTC)'].includes(name));
      return {
        ...Object.fromEntries(cells),
        'Parent task': named(row['Parent task']),
        'Blocked by': named(row['Blocked by']),
      };
    });
    return { text, rows, kept };
  };
  const TITLES = [
    '-5 % margin',
    '@anna call',
    '=SUM(1)',
    '+49 30 1234',
    "'=kept",
    "'plain",
    '"quoted", with; signs',
    '😀 café',
  ];
  const TEXTS = [
    '- one\n- two',
    '=1',
    "'- two marks",
    'Line\n\n  indented; "x", y\n\ttab',
    '+',
    '@all',
    '\\n',
    '１＋１',
  ];
  const LINES = ['First, line; "x"', '[x] box', '# head', '- dash', '=sum', '"a"; b', "it's"];
  const resaved = (rows: Record<string, string>[], sign: string) =>
    [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
      .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(sign))
      .join('\r\n');

  test('is equal after it was imported and exported again, by whatever a spreadsheet separates it', async () => {
    const from = await project('Round trip');
    const [leading, admin] = ['leader', 'admin'].map((seat) => fixtureId(`acme.${seat}`));
    await rename('Müller, "Anna"; B');
    await owner.query(
      `with made as (insert into task (id, org_id, project_id, number, title, description, audience, rank, status, priority, created_by_id, created_at, completed_at, start_date, due_date, estimate_minutes)
                     select gen_random_uuid(), $1, $2, n, ($3::text[])[n], ($4::text[])[n], case n % 3 when 0 then 'client' else 'internal' end, 'a' || n, n % 5 + 1,
                            (array['none', 'low', 'medium', 'high', 'urgent'])[n % 5 + 1], case n when 1 then $7::uuid else $6 end, timestamptz '2026-11-01 10:00:00.123Z' + make_interval(days => n::int),
                            case when n % 5 + 1 = 4 then timestamptz '2026-11-20 11:12:13.456Z' end, '2026-04-03', '2026-04-05', nullif(n, 2)
                       from generate_series(1, 8) n returning id, number, audience),
            tags as (insert into label (id, org_id, name, colour) values (gen_random_uuid(), $1, 'Late; "Big, or small"', 'c1'), (gen_random_uuid(), $1, '-x', 'c2') returning id),
            tagged as (insert into task_label (org_id, task_id, label_id, project_id, audience) select $1, made.id, tags.id, $2, audience from made, tags where number < 4),
            given as (insert into task_assignee (org_id, task_id, member_id, project_id, audience) select $1, id, who, $2, audience from made, unnest(array[$5, $7]::uuid[]) who where number < 3)
       insert into checklist_item (id, org_id, task_id, project_id, audience, title, done, rank)
       select gen_random_uuid(), $1, made.id, $2, audience, line, at % 2 = 0, 'a' || at from made, unnest($8::text[]) with ordinality as l(line, at) where number = 2 or (number = 1 and at = 1)`,
      [fixtureId('acme'), from, TITLES, TEXTS, user, admin, leading, LINES],
    );
    await owner.query(
      'update task set parent_id = (select id from task where project_id = $1 and number = 1) where project_id = $1 and number = 3',
      [from],
    );
    await owner.query(
      `insert into dependency (org_id, task_id, project_id, audience, blocks_id, blocks_project_id, blocks_audience)
       select a.org_id, a.id, a.project_id, a.audience, b.id, b.project_id, b.audience from task a, task b where a.project_id = $1 and b.project_id = $1 and a.number = 4 and b.number = 5`,
      [from],
    );
    await owner.query(
      `with made as (insert into milestone (id, org_id, project_id, name, rank) values (gen_random_uuid(), $1, $2, 'Spring; "the launch"', 'a0') returning id)
       update task set milestone_id = made.id from made where project_id = $2 and number < 4`,
      [fixtureId('acme'), from],
    );
    const first = await exported(from);
    expect(first.rows).toHaveLength(TITLES.length);
    for (const [name, text] of [
      ['As it is', `\ufeff${first.text}`],
      ['Semicolons', resaved(first.rows, ';')],
      ['Tabs', Buffer.from(`\ufeff${resaved(first.rows, '\t')}`, 'utf16le')],
    ] as const) {
      const into = await project(name);
      const result = await made({ source: 'csv', text, project: into, who: 'acme.admin' });
      expect(result).toMatchObject({ tasks: TITLES.length, client_tasks: 2, errors: [], unclear_date: null });
      expect(result.lost.map(({ message }) => message)).toEqual([NOT_EXPORTED, NOT_IMPORTED]);
      expect((await exported(into)).kept).toEqual(first.kept);
    }
    const few = [`\ufeffTitle,Labels\r\n'=SUM(2),-x\r\n`, "Title\n'=SUM(3)\n"];
    for (const [at, title] of ['=SUM(2)', "'=SUM(3)"].entries()) {
      const { batch_id } = await made({ source: 'csv', text: few[at] as string });
      expect(await tasksOf(batch_id)).toMatchObject([{ title }]);
    }
  });
});

test('a date that may have its month first is asked for, unless another row or somebody says', async () => {
  const text = 'Title,Due date\nOne,03/04/2026\n';
  expect((await send({ source: 'csv', text })).body).toMatchObject({
    status: 422,
    errors: { mapping: [expect.stringMatching(/^Line 2: .*“03\/04\/2026”.*day_order/)] },
  });
  expect(await made({ source: 'csv', text, dry_run: 'true' })).toMatchObject({
    unclear_date: { line: 2, text: '03/04/2026' },
  });
  const dues = async (given: string, mapping?: object) =>
    (await tasksOf((await made({ source: 'csv', text: given, ...(mapping && { mapping }) })).batch_id)).map(
      ({ due }) => due,
    );
  expect(await dues(text, { day_order: 'mdy' })).toEqual(['2026-03-04']);
  expect(await dues(`${text.replace('One', 'Another')}Two,25-12-2026\n`)).toEqual(['2026-04-03', '2026-12-25']);
});

test('an encoding is said, may be chosen, and nothing is saved that cannot be right', async () => {
  const cyrillic = Buffer.from([...Buffer.from('Title,Due\n'), 0xcf, 0xeb, 0xe0, 0xed, 0x0a]);
  expect(await made({ source: 'csv', text: cyrillic, dry_run: 'true' })).toMatchObject({
    encoding: 'windows-1251',
    encoding_guessed: true,
    sample: ['План'],
  });
  const short = Buffer.from([...Buffer.from('Title\n'), 0xe4, 0xe0, 0x0a]);
  expect((await send({ source: 'csv', text: short })).body).toMatchObject({
    status: 422,
    errors: { encoding: [expect.stringMatching(/“да” as windows-1251.* Say which\.$/)] },
  });
  expect(await made({ source: 'csv', text: short, encoding: 'windows-1251' })).toMatchObject({ tasks: 1 });
  const chosen = await made({ source: 'csv', text: cyrillic, encoding: 'MacRoman', dry_run: 'true' });
  expect(chosen).toMatchObject({ encoding: 'macintosh', encoding_guessed: false });
  const cut = Buffer.from('Title\nGérer\nCafé').subarray(0, -1);
  expect((await send({ source: 'csv', text: cut })).body).toMatchObject({
    status: 422,
    errors: { file: [expect.stringMatching(/^Line 3 cannot be read as UTF-8/)] },
  });
});

test('a NUL is taken out and named, and the row stays', async () => {
  const result = await made({ source: 'csv', text: Buffer.from('Title\nFi\0rst\nSecond\n') });
  expect(result.lost).toEqual([{ line: 2, message: 'A NUL, which no text has, was taken out.' }]);
  expect((await tasksOf(result.batch_id)).map(({ title }) => title)).toEqual(['First', 'Second']);
});

test('line ends are those of here, and letters that were lost before are said to be', async () => {
  const result = await made({ source: 'csv', text: 'Title,Description\r\nG\ufffdrer,"one\r\ntwo"\r\n' });
  expect(result.lost).toMatchObject([{ line: 2, message: expect.stringContaining('lost before') }]);
  expect(await tasksOf(result.batch_id)).toMatchObject([{ description: 'one\ntwo' }]);
});

test('one odd card or row fails alone: it is named, and the others are made', async () => {
  const long = `${'a'.repeat(78)}😀 and more`;
  const cards = [
    { id: 'c1', name: `x${long}`, idList: 'l', closed: true },
    { id: 'c2', name: 'Good', idList: 'l' },
    { id: 'c3', name: long, idList: 'gone' },
    { id: 'c4', name: 'Odd label', idList: 'l', labels: [{ name: `${'b'.repeat(59)}😀`, color: 'red' }] },
    { id: 'c5', name: 'Odd member', idList: 'l', idMembers: ['m'], desc: 'c'.repeat(45_500) },
  ];
  const board = {
    name: `${'n'.repeat(119)}😀`,
    lists: [{ id: 'l', name: 'To do' }],
    cards,
    members: [{ id: 'm', fullName: `${'m'.repeat(199)}😀`, username: 'm', email: '' }],
  };
  const result = await made({ source: 'trello', text: JSON.stringify(board) });
  expect([result.tasks, result.skipped, result.errors.length]).toEqual([3, 1, 1]);
});

test('two forms of one name are one label and one category, also of older rows; none is too long to be stored', async () => {
  const insert = 'insert into label (id, org_id, name, colour) values (gen_random_uuid(), $1, $2, $3)';
  await owner.query(insert, [fixtureId('acme'), 'Alt u\u0308', 'c1']);
  const family = '👨‍👩‍👧‍👦';
  const rows = [
    'A,Grün,Büro',
    'B,GRU\u0308N,Bu\u0308RO',
    'C,Alt ü\u200b;ΟΔΟΣ,',
    `${family.repeat(201)},οδοσ;İx;ix;${family.repeat(61)},`,
  ];
  const result = await made({ source: 'csv', text: ['Title,Labels,Category', ...rows].join('\n') });
  expect(result).toMatchObject({ tasks: 4, errors: [] });
  const labels = await owner.query<{ name: string }>('select name from label');
  expect(labels.rows.map(({ name }) => name).sort()).toEqual(
    ['Alt u\u0308', 'Grün', 'İx', 'ΟΔΟΣ', `${family.repeat(59)}…`].sort(),
  );
  expect((await owner.query(`select from category where lower(name) = 'büro'`)).rowCount).toBe(1);
  expect((await tasksOf(result.batch_id)).map(({ title }) => title)).toContain(`${family.repeat(199)}…`);
});

test('a row that the database refuses is named with its line', async () => {
  await owner.query(`alter table task add constraint no_two check (title <> 'Two') not valid`);
  try {
    const result = await made({ source: 'csv', text: 'Title\nOne\nTwo\nThree\n' });
    expect(result).toMatchObject({
      tasks: 2,
      errors: [{ line: 3, message: '“Two” has something that cannot be stored.' }],
    });
  } finally {
    await owner.query('alter table task drop constraint no_two');
  }
});

test('without a project one is made, which people of the file join, and keep their tasks; who may not join is named', async () => {
  const { rows: all } = await owner.query('select id, name, email from member where id = any($1)', [
    ['user', 'outsider', 'client', 'gone', 'admin'].map((seat) => fixtureId(`acme.${seat}`)),
  ]);
  const one = (seat: string) =>
    all.find(({ id }) => id === fixtureId(`acme.${seat}`)) as { name: string; email: string };
  const text = `Name,Task ID,Assignee,Assignee Email\n${['user', 'outsider', 'client', 'gone', 'admin']
    .map((seat, at) => `${seat},${at + 1},${one(seat).name},${one(seat).email}`)
    .join('\n')}\n`;
  const given = { source: 'asana', text, project: null };
  const seen = await made({ ...given, dry_run: 'true' });
  expect(seen.people_found.map(({ state }) => state)).toEqual([
    'assigned',
    'assigned',
    'not in project',
    'not in project',
    'assigned',
  ]);
  const result = await made(given);
  const tasks = await tasksOf(result.batch_id);
  expect(Object.fromEntries(tasks.map(({ title, assignees }) => [title, assignees]))).toEqual({
    user: [one('user').name],
    outsider: [one('outsider').name],
    client: [],
    gone: [],
    admin: [one('admin').name],
  });
  expect(tasks.find(({ title }) => title === 'client')?.description).toContain(`Assigned there: ${one('client').name}`);
  const { rows } = await owner.query('select member_id from project_member where project_id = $1', [result.project_id]);
  expect(rows.map(({ member_id }) => member_id).sort()).toEqual(
    ['leader', 'user', 'outsider'].map((seat) => fixtureId(`acme.${seat}`)).sort(),
  );
  await owner.query('delete from project where id = $1', [result.project_id]);
});

test('what a stranger of the file wrote and logged is the importer’s and says so, whoever they are mapped to', async () => {
  const text = [
    'Summary,Issue key,Creator,Comment,Log Work',
    'Checkout,SHOP-1,Joe Stranger,01/Feb/24 9:00 AM;Joe Stranger;Buy the wombats,;01/Feb/24 9:00 AM;Joe Stranger;36000',
    '',
  ].join('\n');
  const people = { 'Joe Stranger': fixtureId('acme.admin') };
  const { batch_id } = await made({ source: 'jira', text, mapping: { people } });
  const [task] = await tasksOf(batch_id);
  const [token, admins] = [await bearer('acme.leader'), await bearer('acme.admin')];
  const read = async (path: string, query = {}) => {
    const { body } = await call('GET', path, { token, query });
    return body.data ?? body;
  };
  const imported = { source: 'jira', name: 'Joe Stranger' };
  const by = { _id: fixtureId('acme.leader') };
  const { comments, created_by } = (await read(`task/${task?._id}`)) as TaskDetail;
  const [comment] = comments;
  expect(comment).toMatchObject({
    author: by,
    imported,
    body: 'Buy the wombats',
    created_at: '2024-02-01T09:00:00.000Z',
  });
  expect([created_by, task?.description]).toMatchObject([
    by,
    expect.stringContaining('Created there by: Joe Stranger'),
  ]);
  expect(await read('timeEntryList', { task_id: task?._id })).toMatchObject({
    docs: [{ member: by, imported, minutes: 600 }],
  });
  expect(await read('timeReport', { from: '2024-02-01', to: '2024-02-01' })).toMatchObject({
    docs: [{ member_id: by._id, minutes: 600, imported_minutes: 600 }],
  });
  expect(await read('search', { q: 'wombats' })).toMatchObject({ docs: [{ _id: comment?._id, imported }] });
  const edit = { token: admins, body: { version: 1, body: 'Mine' } };
  expect((await call('PATCH', `comment/${comment?._id}`, edit)).status).toBe(403);
  const exported = (as: string) =>
    call('POST', 'downloadOwnData', { token: as, body: {} }).then(({ body }) => JSON.stringify(body));
  expect([await exported(admins), await exported(token)]).toEqual([
    expect.not.stringContaining('wombats'),
    expect.stringMatching(/wombats.*Joe Stranger/),
  ]);
});

const numbered = (titles: readonly string[]) =>
  `Id,Title,Parent\n${titles.map((title, at) => `${at + 1},${title},${at || ''}`).join('\n')}\n`;

test('a table that counts from 1 as another did is no repetition of it, and itself comes once only', async () => {
  await made({ source: 'csv', text: numbered(['Ham', 'Egg', 'Rye']) });
  const second = numbered(['Oak', 'Egg', 'Elm']);
  const result = await made({ source: 'csv', text: second });
  expect(result.skipped_lines).toEqual([{ line: 3, message: expect.stringMatching(/^This is WEB-\d+ already\.$/) }]);
  // Its third row stands below its second, which was there.
  expect((await tasksOf(result.batch_id)).map(({ title, parent }) => [title, parent])).toEqual([
    ['Oak', null],
    ['Elm', 'Egg'],
  ]);
  expect(await made({ source: 'csv', text: second })).toMatchObject({ tasks: 0, skipped: 3 });
});

const token = () => bearer('acme.leader');
type Labelled = { labels: { _id: string; name: string }[] };
const labelsOf = async (id: string | undefined): Promise<Labelled['labels']> =>
  ((await call('GET', `task/${id}`, { token: await token() })).body.data as Labelled).labels;

test('labels beyond those a task may have are named, and one can be taken away', async () => {
  const names = Array.from({ length: 25 }, (_, at) => `label ${String(at).padStart(2, '0')}`);
  const result = await made({ source: 'csv', text: `Title,Labels\nMuch,"${names.join(', ')}"\n` });
  const [task] = await tasksOf(result.batch_id);
  expect(task?.description).toBe(`More labels there: ${names.slice(20).join(', ')}`);
  const labels = await labelsOf(task?._id);
  expect([result.labels, labels.length]).toEqual([20, 20]);
  const body = { version: 1, label_ids: labels.slice(1).map(({ _id }) => _id) };
  expect((await call('PATCH', `task/${task?._id}`, { token: await token(), body })).status).toBe(200);
});

/** What a rollback leaves, and why. */
const keptOf = async ({ batch_id }: TaskImport) => {
  const { kept } = (await rollBack(batch_id)).body.data as ImportBatchRecord;
  return Object.fromEntries(kept.map(({ title, reason }) => [title, reason]));
};

describe('a rollback', () => {
  const state = async () =>
    (
      await owner.query(
        `select (select count(*)::int from task) as tasks, (select count(*)::int from comment) as comments, (select count(*)::int from category) as categories,
                (select count(*)::int from task_assignee) as assignees,
                (select count(*)::int from label where deleted_at is null) as labels, (select count(*)::int from task_label) as tagged,
                (select count(*)::int from checklist_item) as lines, (select count(*)::int from dependency) as links,
                (select count(*)::int from milestone where deleted_at is null) as milestones`,
      )
    ).rows[0];

  test('leaves nothing of what nobody changed', async () => {
    const before = await state();
    const text =
      'Title,Category,Comments,Parent,Id,Labels,Checklist,Blocked by,Milestone\nOne,Brand new,Said,,a,"x, y","[x] A\nB",b,Launch\nTwo,Brand new,,a,b,x,,,launch\n';
    const result = await made({ source: 'csv', text });
    expect(await state()).toMatchObject({
      tasks: before.tasks + 2,
      categories: before.categories + 1,
      comments: before.comments + 1,
      labels: before.labels + 2,
      tagged: before.tagged + 3,
      lines: before.lines + 2,
      links: before.links + 1,
      milestones: before.milestones + 1,
    });
    const { body } = await rollBack(result.batch_id);
    expect(body.data).toMatchObject({ rollback: 'done', kept: [], can: { roll_back: false } });
    expect(await state()).toEqual(before);
    expect((await rollBack(result.batch_id)).status).toBe(409);
    expect(await made({ source: 'csv', text })).toMatchObject({ tasks: 2, skipped: 0 });
  });

  test('leaves what somebody changed, commented, gave a subtask or binned, and says so', async () => {
    const result = await made({
      source: 'csv',
      text: `Title\n${['Edited', 'Discussed', 'Parent', 'Binned', 'Timed', 'Ticked', 'Linked', 'Alone'].join('\n')}\n`,
    });
    const token = await bearer('acme.leader');
    const idOf = new Map((await tasksOf(result.batch_id)).map(({ title, _id }) => [title, _id]));
    await call('PATCH', `task/${idOf.get('Edited')}`, { token, body: { version: 1, priority: 'high' } });
    await call('POST', 'addTaskComment', { token, body: { task_id: idOf.get('Discussed'), body: 'Mine' } });
    const child = await call('POST', 'Task', {
      token,
      body: { project_id: WEB, title: 'Child', parent_id: idOf.get('Parent') },
    });
    await call('DELETE', `task/${idOf.get('Binned')}`, { token });
    await call('POST', 'timeEntry', { token, body: { task_id: idOf.get('Timed'), minutes: 5 } });
    await call('POST', 'checklistItem', { token, body: { task_id: idOf.get('Ticked'), title: 'Mine' } });
    await call('POST', 'dependency', { token, body: { task_id: idOf.get('Linked'), blocks_id: 'WEB-1' } });
    expect(await keptOf(result)).toEqual({
      Edited: 'It was changed since.',
      Discussed: 'Somebody commented since.',
      Parent: 'It got a subtask since.',
      Binned: 'It is in the bin.',
      Timed: 'Somebody logged time since.',
      Ticked: 'It was changed since.',
      Linked: 'It was changed since.',
    });
    expect((await tasksOf(result.batch_id)).map(({ title }) => title).sort()).toEqual([
      'Binned',
      'Discussed',
      'Edited',
      'Linked',
      'Parent',
      'Ticked',
      'Timed',
    ]);
    await owner.query('delete from task where id = $1', [(child.body.data as Made)._id]);
  });

  test('takes what only changed with something else: a label, a task that blocked it, whom it was given to', async () => {
    const { rows } = await owner.query('select name, email from member where id = $1', [fixtureId('acme.outsider')]);
    const text = `Name,Task ID,Tags,Blocked By (Dependencies),Assignee,Assignee Email\nFirst,1,Moody,,${rows[0].name},${rows[0].email}\nSecond,2,,First,,\nThird,3,Moody,,${rows[0].name},${rows[0].email}\n`;
    const result = await made({ source: 'asana', text, project: null });
    const token = await bearer('acme.admin');
    const [label] = (await owner.query("select id from label where name = 'Moody'")).rows;
    expect((await call('PATCH', `label/${label.id}`, { token, body: { colour: 'c7' } })).status).toBe(200);
    const left = { project_id: result.project_id, remove: [fixtureId('acme.outsider')] };
    expect((await call('PUT', 'projectMembers', { token, body: left })).status).toBe(200);
    const first = (await tasksOf(result.batch_id)).find(({ title }) => title === 'First');
    const done = { version: first?.version, status: 4 };
    expect((await call('PATCH', `task/${first?._id}`, { token, body: done })).status).toBe(200);
    const versions = (await tasksOf(result.batch_id)).map(({ title, version }) => [title, Number(version) > 1]);
    expect(Object.fromEntries(versions)).toEqual({ First: true, Second: true, Third: true });
    expect(await keptOf(result)).toEqual({ First: 'It was changed since.' });
    await owner.query('delete from project where id = $1', [result.project_id]);
  });

  test('takes what a rule alone changed, and leaves what a person changed then', async () => {
    const token = await bearer('acme.leader');
    const actions = [
      { do: 'priority', priority: 'urgent' },
      { do: 'comment', text: 'Late.' },
    ];
    const rule = { name: 'Late ones', project_id: WEB, trigger: 'overdue', filter: 'text:Overdue', actions };
    const { body: ruled } = await call('POST', 'rule', { token, body: rule });
    const result = await made({
      source: 'csv',
      text: 'Title,Due date\nOverdue alone,2024-01-02\nOverdue and seen,2024-01-02\nOverdue and answered,2024-01-02\n',
    });
    await queueRulesByDate();
    while (await workOnce(() => true));
    const tasks = await tasksOf(result.batch_id);
    expect(tasks.map(({ priority, comments }) => [priority, comments])).toEqual(Array(3).fill(['urgent', ['Late.']]));
    const idOf = new Map(tasks.map(({ title, _id, version }) => [title, { _id, version }]));
    const seen = idOf.get('Overdue and seen');
    const edit = { version: seen?.version, estimate_minutes: 5 };
    expect((await call('PATCH', `task/${seen?._id}`, { token, body: edit })).status).toBe(200);
    await call('POST', 'addTaskComment', {
      token,
      body: { task_id: idOf.get('Overdue and answered')?._id, body: 'No' },
    });
    expect(await keptOf(result)).toEqual({
      'Overdue and seen': 'It was changed since.',
      'Overdue and answered': 'Somebody commented since.',
    });
    await owner.query('delete from rule where id = $1', [(ruled.data as Made)._id]);
  });

  test('leaves what is above a task that it leaves', async () => {
    const text = 'Title,Id,Parent\nTop,a,\nMiddle,b,a\nLow,c,b\nBeside,d,a\n';
    const result = await made({ source: 'csv', text });
    const low = (await tasksOf(result.batch_id)).find(({ title }) => title === 'Low');
    await call('PATCH', `task/${low?._id}`, {
      token: await bearer('acme.leader'),
      body: { version: 1, priority: 'high' },
    });
    expect(await keptOf(result)).toEqual({
      Low: 'It was changed since.',
      Middle: 'A subtask of it was kept.',
      Top: 'A subtask of it was kept.',
    });
    const left = await tasksOf(result.batch_id);
    expect(Object.fromEntries(left.map(({ title, parent }) => [title, parent]))).toEqual({
      Low: 'Middle',
      Middle: 'Top',
      Top: null,
    });
  });
});

describe('a project that an import makes', () => {
  const forget = () => owner.query("delete from project where name = 'Made by a file'");
  beforeEach(forget);

  const card = (id: string, fields: object = {}) => ({ id, name: `Card ${id}`, idList: 'l', labels: [], ...fields });
  const BOARD = JSON.stringify({
    name: 'Made by a file',
    lists: [{ id: 'l', name: 'To do' }],
    labels: [],
    members: [],
    cards: [card('1'), card('2', { labels: [{ name: 'Of the board', color: 'red' }] }), card('3', { closed: true })],
  });
  const file = { source: 'trello', text: BOARD, project: null };
  const projects = async () => (await owner.query("select id from project where name = 'Made by a file'")).rows;
  const TABLES = [
    'project',
    'project_member',
    'room',
    'task',
    'task_label',
    'activity',
    'import_row',
    'search_entry',
    'task_counter',
  ];
  const counts = async () =>
    (
      await owner.query(
        `select ${TABLES.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')},
              (select count(*)::int from label where deleted_at is null) as label`,
      )
    ).rows[0];

  test('a file without a project comes into the project that it made before', async () => {
    const first = await made(file);
    expect(await made({ ...file, dry_run: 'true' })).toMatchObject({ new_project: null, project_id: first.project_id });
    expect(await made(file)).toMatchObject({ tasks: 0, skipped: 3, project_id: first.project_id });
    expect(await made({ ...file, mapping: { archived: true } })).toMatchObject({
      tasks: 1,
      project_id: first.project_id,
    });
    expect(await projects()).toHaveLength(1);
  });

  test('a file without a project makes one also when it comes several times at once', async () => {
    const answers = await Promise.all([send(file), send(file), send(file)]);
    expect(new Set(answers.map(({ body }) => (body.data as TaskImport).project_id)).size).toBe(1);
    const open = "select count(*)::int as n from job where state in ('waiting', 'running')";
    await expect.poll(async () => (await owner.query(open)).rows[0].n).toBe(0);
    const { rows } = await owner.query("select count(*)::int as n from task where title like 'Card %'");
    expect([rows[0].n, (await projects()).length]).toEqual([2, 1]);
  });

  test('a file without a project makes none without any task', async () => {
    const text = 'Title,Due date,Project\n,2024-01-01,Made by a file\nOne,soon,Made by a file\n';
    const result = await made({ source: 'csv', text, project: null });
    expect(result).toMatchObject({ batch_id: null, project_id: null, tasks: 0, finished: true });
    expect(result.errors).toHaveLength(2);
    expect(await projects()).toEqual([]);
  });

  describe('its rollback', () => {
    test('leaves nothing, and can be read; the file may come again', async () => {
      const before = await counts();
      const result = await made(file);
      const { body } = await rollBack(result.batch_id);
      expect(body.data).toMatchObject({ rollback: 'done', kept: [], can: { roll_back: false } });
      expect((body.data as ImportBatchRecord).project).toEqual({
        _id: result.project_id,
        key: expect.any(String),
        name: 'Made by a file',
        gone: true,
      });
      expect(await counts()).toEqual(before);
      const { body: listed } = await call('GET', 'importBatchList', { token: await bearer('acme.leader') });
      expect(listed.docs).toMatchObject([{ _id: result.batch_id, project: { gone: true } }]);
      const seen = async (who: string) =>
        (await call('GET', `importBatch/${result.batch_id}`, { token: await bearer(who) })).status;
      expect([await seen('acme.admin'), await seen('acme.lead2'), await seen('globex.admin')]).toEqual([200, 404, 404]);
      expect((await rollBack(result.batch_id)).status).toBe(409);
      expect(await made(file)).toMatchObject({ tasks: 2, skipped: 1 });
      expect(await projects()).toHaveLength(1);
    });

    test('of the first of two imports leaves the project to the second', async () => {
      const first = await made(file);
      const second = await made({ ...file, mapping: { archived: true } });
      await rollBack(first.batch_id);
      expect((await tasksOf(second.batch_id)).map(({ title }) => title)).toEqual(['Card 3']);
      expect(await projects()).toHaveLength(1);
      await rollBack(second.batch_id);
      expect(await projects()).toEqual([]);
      expect(await batchOf(first.batch_id)).toMatchObject({ rollback: 'done', project: { gone: true } });
    });

    test.each<[string, 'POST' | 'PUT', string, object]>([
      ['a task', 'POST', 'Task', { title: 'Mine' }],
      ['a name', 'PUT', 'projectEdit', { version: 1, description: 'Ours' }],
      ['somebody', 'PUT', 'projectMembers', { add: [fixtureId('acme.user')] }],
      ['a view', 'POST', 'view', { name: 'Mine' }],
    ])('leaves a project that got %s', async (_, method, path, change) => {
      const result = await made(file);
      const body = { project_id: result.project_id, ...change };
      const answer = await call(method, path, { token: await bearer('acme.leader'), body });
      expect([200, 201]).toContain(answer.status);
      await rollBack(result.batch_id);
      expect(await batchOf(result.batch_id)).toMatchObject({ rollback: 'done', project: { gone: false } });
      expect(await projects()).toHaveLength(1);
    });
  });
});
