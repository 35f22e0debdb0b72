import { describe, expect, test } from 'vitest';
import type { TaskImport } from '@/lib/task-import/schema';
import {
  batchOf,
  leader,
  made,
  owner,
  rollBack,
  send,
  tasksOf,
  withName,
  withoutImports,
} from '@/lib/test/import-calls';
import { ASANA, JIRA, JIRA_CLOUD, TRELLO } from '@/lib/test/import-files';
import { manyOr } from '@/lib/test/whole';

/** What real files become, and that they become it once. */

withoutImports();

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
    expect(first?.labels).toEqual(['Bug c5', 'Green dark c2']);
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

  test('two uploads of it at once make each task once', async () => {
    const text = await board();
    await Promise.all([send({ source: 'trello', text }), send({ source: 'trello', text, who: 'acme.admin' })]);
    await expect
      .poll(
        async () =>
          (await owner.query("select count(*)::int as n from job where state in ('waiting', 'running')")).rows[0].n,
      )
      .toBe(0);
    const { rows } = await owner.query(
      'select count(*)::int as n from task where id in (select task_id from import_row)',
    );
    expect(rows[0].n).toBe(4);
  });
});

describe('Jira’s CSV', () => {
  test('has repeated columns, its own dates, seconds, markup, subtasks and comments with authors', async () => {
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

  test('of today has accounts by id, categories of statuses, links both ways, checklists and three levels', async () => {
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

  test('of another project finds what an earlier file brought', async () => {
    const first = 'Summary,Issue key,Inward issue link (Blocks)\nOld,SHOP-1,\n';
    await made({ source: 'jira', text: first });
    const result = await made({ source: 'jira', text: `${first}New,SHOP-2,SHOP-1\n` });
    expect(await tasksOf(result.batch_id)).toMatchObject([{ title: 'New', blocked_by: ['Old'] }]);
  });
});

describe('Asana’s CSV', () => {
  test('has parents by name, completion by date, people by email', async () => {
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
});

describe('a table', () => {
  const titles = async (text: string | Uint8Array, mapping?: object) => {
    const result = await made({ source: 'csv', text, ...(mapping && { mapping }) });
    return (await tasksOf(result.batch_id)).map(({ title }) => title);
  };
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

  test.each<[string, string | Uint8Array]>([
    ['with a byte order mark and CRLF', '\ufeffTitle,Status\r\nFirst,Done\r\n'],
    ['separated by semicolons', 'Titel;Status\nFirst;Fertig\n'],
    ['that says its separator', 'sep=;\r\nTitle;Status\r\nFirst;Done\r\n'],
    ['in UTF-16', utf16('Title\tStatus\r\nFirst\tDone\r\n')],
    ['of old Excel', Buffer.from('Title;Notes\nFirst;Gr\u00fc\u00dfe\n', 'latin1')],
    ['with lines in quotes', '"Title","Description"\n"First","one\ntwo ""quoted"""\n'],
  ])('%s', async (_, text) => {
    expect(await titles(text)).toEqual(['First']);
  });

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

  test('with more lines of a checklist than fit keeps the rest as text', async () => {
    const lines = Array.from({ length: 203 }, (_, at) => `Line ${at}`).join('\n');
    const result = await made({ source: 'csv', text: `Title,Checklist\nMuch,"${lines}"\n` });
    const [task] = await tasksOf(result.batch_id);
    expect([result.checklist_items, task?.checklist.length]).toEqual([200, 200]);
    expect(task?.description).toBe('- [ ] Line 200\n- [ ] Line 201\n- [ ] Line 202');
  });

  test('with one row twice makes two tasks, and none when it comes again', async () => {
    const text = 'Title\nSame\nSame\n';
    expect(await titles(text)).toEqual(['Same', 'Same']);
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
