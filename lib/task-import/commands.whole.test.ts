import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TaskImport } from '@/lib/task-import/schema';
import { leader, type Made, made, owner, rollBack, tasksOf, withName, withoutImports } from '@/lib/test/import-calls';
import { WEB } from '@/lib/test/task-calls';
import { bearer, call } from '@/lib/test/wire';

/** Whole exports, with all columns and parts that the programs write: what arrives, what is said to be missing, and that nothing is left after. */

withoutImports();

const file = (name: string) => readFileSync(resolve(import.meta.dirname, '../test/exports', name), 'utf8');

/** Of every table that an import writes. */
const TABLES = [
  'task',
  'comment',
  'task_assignee',
  'task_label',
  'checklist_item',
  'dependency',
  'time_entry',
  'task_watcher',
];
const counts = async (): Promise<Record<string, number>> => {
  const { rows } = await owner.query(
    `select ${TABLES.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')},
            (select count(*)::int from category) as category, (select count(*)::int from label where deleted_at is null) as label`,
  );
  return rows[0];
};

/** Imports it, looks, and takes it back to nothing. */
async function whole(
  source: string,
  text: string | Uint8Array,
  look: (result: TaskImport, named: (title: string) => Made | undefined) => Promise<void> | void,
): Promise<void> {
  const before = await counts();
  const result = await made({ source, text });
  const tasks = await tasksOf(result.batch_id);
  await look(result, (title) => tasks.find((one) => one.title === title));
  expect((await rollBack(result.batch_id)).body.data).toMatchObject({ rollback: 'done', kept: [] });
  expect(await counts()).toEqual(before);
}

test('a Trello board', async () =>
  whole('trello', await withName(file('trello-board.json.txt')), async (result, named) => {
    expect(result).toMatchObject({ tasks: 7, comments: 3, checklist_items: 4, labels: 4, skipped: 2, errors: [] });
    expect(result.lists_found.map(({ name, status }) => [name, status])).toEqual([
      ['Backlog', 5],
      ['To Do', 1],
      ['Doing', 2],
      ['In review', 3],
      ['Done', 4],
    ]);
    expect(result.people_found.map(({ name, state, tasks }) => [name, state, tasks])).toEqual([
      [await leader(), 'assigned', 2],
      ['Joe Stranger', 'unknown', 2],
      ['Nora Gone', 'unknown', 1],
    ]);
    expect(result.lost.map(({ message }) => message)).toEqual([
      '“Write the brief 📝”: 3 older comments are not in the file, as Trello writes the last 1000 actions.',
      '“Proofread”: 1 of its members has left the board, and the file does not name them.',
      'What Power-Ups keep on 1 card is not imported.',
    ]);
    const brief = named('Write the brief 📝');
    expect(brief).toMatchObject({
      start: '2024-09-02',
      due: '2024-09-20',
      status: 1,
      assignees: [await leader()],
      labels: ['Bug c5', 'Sky dark c8'],
      checklist: [
        'x Before print: Colours **CMYK**',
        'Before print: Spell check (Joe Stranger, due 2024-09-18)',
        'After: Send to the printer',
        `After: Thank everybody 🎉 (${await leader()})`,
      ],
    });
    expect(brief?.comments).toEqual(['Draft is attached:\n\n> see page 2', '@leadacme I would *not* print this']);
    for (const words of [
      '# Goal\n\nReach **families**.',
      'Assigned there: Joe Stranger',
      'Cost: 1250.5',
      'Reviewed: Yes',
      'Publish on: 2024-10-01',
      'Channel: Street & web',
      'Slogan: Go \\*out\\*\\!',
      '[brief v2 \\[final\\].pdf](<https://trello.com/1/cards/',
      'https://example.org/moodboard',
    ])
      expect(brief?.description).toContain(words);
    expect(named('Photos')).toMatchObject({ status: 2, labels: ['Größe: XL c2'], due: '2024-09-10' });
    expect(named('Photos')?.description).toContain('Assigned there: Nora Gone');
    expect(named('Book the printer')).toMatchObject({ status: 4, completed_at: new Date('2024-08-24T09:00:00Z') });
    expect(named('Idea: street piano')).toMatchObject({ status: 5, labels: [expect.stringMatching(/^Someday c/)] });
  }));

describe('Jira', () => {
  test('all fields of Cloud', async () =>
    whole('jira', await withName(file('jira-cloud.csv')), async (result, named) => {
      expect(result).toMatchObject({
        tasks: 5,
        comments: 3,
        time_entries: 1,
        errors: [],
        skipped: 0,
        checklist_items: 2,
      });
      expect(result.lost).toEqual([{ line: 1, message: 'These columns are not imported: “Security Level”.' }]);
      expect(result.lists_found.map(({ name, status, known }) => [name, status, known])).toEqual([
        ['In Progress', 2, true],
        ['In Review', 3, true],
        ['Done', 4, true],
        ['Selected for Development', 1, true],
        ['Backlog', 5, true],
      ]);
      const [app, start, buttons, print] = [
        'Kiosk app',
        'Start screen, with "touch"',
        'Buttons',
        'Print the tickets',
      ].map(named);
      expect(app).toMatchObject({
        priority: 'high',
        due: '2024-06-30',
        labels: ['Epic', 'kiosk', 'q2'].map((name) => expect.stringContaining(`${name} c`)),
        assignees: [await leader()],
        comments: ['Kick-off is on **Monday**;\nbring notes', `I do @${await leader()}`],
      });
      for (const words of [
        '# What it is',
        'A **kiosk** for the _museum_ & the shop.',
        `| Screen | Owner |\n| --- | --- |\n| Start | @${await leader()} |\n| Map | ~~nobody~~ |`,
        '1. First\n1. Second\n   - Below',
        '**Careful**\n\n\nNo `sudo`.',
        '```java\nif (a && b) { *x* = 1; }\n```',
        '`plan.png`',
        '[the plan](https://example.org/plan?a=1) and @Joe Stranger',
        'Sprint: KIO Sprint 1, KIO Sprint 2',
        'Team: Red',
        'Watched there: Joe Stranger',
        '[notes, v2.txt](<https://example.atlassian.net/rest/api/3/attachment/content/10101>)',
      ])
        expect(app?.description).toContain(words);
      expect(start).toMatchObject({
        parent: 'Kiosk app',
        start: '2024-03-14',
        estimate_minutes: 240,
        checklist: ['draw', 'x talk'],
        comments: ['- **Joe Stranger** logged 1 h on 2024-03-14'],
      });
      expect(buttons).toMatchObject({ parent: 'Start screen, with "touch"', status: 4, priority: 'low' });
      expect(buttons?.completed_at).toEqual(new Date('2024-03-20T09:30:00Z'));
      expect(print).toMatchObject({ blocked_by: ['Start screen, with "touch"'], priority: 'urgent', status: 1 });
      for (const words of ['### Seen', 'Printer says **no**.', '> out of paper', '✘ broken', 'Environment: Windows 11'])
        expect(print?.description).toContain(words);
    }));

  test('a German server, separated by semicolons, people by the names of their accounts', async () =>
    whole('jira', file('jira-server-german.csv'), async (result, named) => {
      expect(result).toMatchObject({ tasks: 2, comments: 2, time_entries: 1, errors: [] });
      const drucker = named('Drucker mahnt');
      expect(drucker).toMatchObject({
        status: 2,
        priority: 'high',
        due: '2024-03-31',
        estimate_minutes: 480,
        assignees: [await leader()],
        comments: ['Tritt **immer** auf', 'Bei mir nicht'],
      });
      expect(drucker?.created_at).toEqual(new Date('2024-03-03T14:05:00Z'));
      expect(drucker?.description).toContain('Die Seite `/print` zeigt:\n\n\n```\nFEHLER 12\n```');
      expect(named('Papier kaufen')).toMatchObject({ parent: 'Drucker mahnt', status: 4 });
    }));
});

describe('Asana', () => {
  const asana = () => withName(file('asana.csv'));

  test('a project whose tasks are in others too', async () =>
    whole('asana', await asana(), async (result, named) => {
      expect(result).toMatchObject({ tasks: 7, errors: [], skipped: 0, checklist_items: 2, labels: 3 });
      expect(result.lost.map(({ message }) => message)).toEqual([
        'Asana writes no comments and attachments into its CSV.',
      ]);
      const venue = named('Hire a venue');
      expect(venue).toMatchObject({
        start: '2024-08-05',
        due: '2024-08-30',
        priority: 'high',
        assignees: [await leader()],
      });
      for (const words of ['- price\n- seats', 'Also in: All events', 'Task Progress: On Track', 'Effort: 4'])
        expect(venue?.description).toContain(words);
      expect(named('Call three places')).toMatchObject({ parent: 'Hire a venue', status: 4 });
      expect(named('Print the programme, front')).toMatchObject({
        blocked_by: ['Hire a venue'],
        status: 2,
        due: '2024-09-15',
      });
      expect(named('Choose the date')).toMatchObject({ status: 4, priority: 'low' });
      expect(named("Printers' offers")).toMatchObject({ parent: 'Compare offers' });
    }));

  test('without a project one is made with the name that most tasks have', async () =>
    expect(await made({ source: 'asana', text: await asana(), project: null, dry_run: 'true' })).toMatchObject({
      new_project: 'Autumn fair',
    }));

  test('that went through a spreadsheet: ids rounded, UTF-16, tabs', async () => {
    const text = (await asana()).replace(/^12081234567890\d\d/gm, '1.20812E+15').replaceAll('2024-08-30', '30/8/2024');
    const tabs = text.replace(/"(?:[^"]|"")*"|,/g, (part) => (part === ',' ? '\t' : part));
    await whole('asana', Buffer.from(`\ufeff${tabs}`, 'utf16le'), (result, named) => {
      expect(result).toMatchObject({ tasks: 7, errors: [], skipped: 0 });
      expect(named('Hire a venue')).toMatchObject({ due: '2024-08-30' });
    });
  });
});

describe('a table', () => {
  test('says which columns it does not know, and which line stands twice', async () => {
    const text = 'Id,Title,Mood,Empty\n1,One,good,\n1,One,good,\n2,Two,,\n';
    await whole('csv', text, (result) => {
      expect(result.tasks).toBe(2);
      expect(result.lost).toEqual([{ line: 1, message: 'These columns are not imported: “Mood”.' }]);
      expect(result.skipped_lines).toEqual([{ line: 3, message: 'This is line 2 again.' }]);
    });
  });

  test('with one id for several tasks makes all of them', async () =>
    whole('csv', 'Id,Title\n1,One\n1,Two\n', (result) => expect(result.tasks).toBe(2)));
});

test('a board with characters that cannot be stored', async () => {
  const board = {
    name: 'Odd',
    lists: [{ id: 'l', name: 'To do \u0000' }],
    labels: [],
    members: [{ id: 'm', fullName: 'J\u0000oe \ud800' }],
    cards: [{ id: 'c', name: 'One', idList: 'l', idMembers: ['m'], labels: [{ name: 'a\u0000b', color: 'red' }] }],
  };
  await whole('trello', JSON.stringify(board), (result, named) => {
    expect(result.tasks).toBe(1);
    expect(named('One')?.labels).toEqual(['ab c5']);
    expect(named('One')?.description).toBe('Assigned there: Joe \ufffd');
  });
});

test('what Guildhall has exported makes the same tasks again', async () => {
  const text =
    'Title,Id,Parent,Status,Labels,Checklist,Blocked by,Due date,Estimate,Description,Comment\n' +
    'Roof of quarx,a,b,In Process,"x, y","[x] Tiles\n[ ] Nails",c,2031-02-01,90,Red,Said\n' +
    'Walls of quarx,b,,Testing,,,,,,,\nGround of quarx,c,,Completed,,,,,,,\n';
  const first = await made({ source: 'csv', text });
  const shape = (tasks: Made[]) =>
    tasks.map(({ title, description, status, due, estimate_minutes, labels, parent, checklist, blocked_by }) => [
      [title, description, status, due, estimate_minutes, labels, parent, checklist, blocked_by],
    ]);
  const tasks = await tasksOf(first.batch_id);
  expect(tasks.find(({ title }) => title === 'Roof of quarx')).toMatchObject({
    checklist: ['x Tiles', 'Nails'],
    blocked_by: ['Ground of quarx'],
    parent: 'Walls of quarx',
  });
  const token = await bearer('acme.leader');
  const exported = await call('GET', 'exportTasks', { token, query: { project_id: WEB, q: 'quarx' } });
  expect((await rollBack(first.batch_id)).body.data).toMatchObject({ rollback: 'done', kept: [] });
  const second = await made({ source: 'csv', text: String(exported.body.data) });
  expect(second).toMatchObject({ tasks: 3, comments: 0, errors: [], skipped: 0 });
  // Clients’ audience and time are not made of a table.
  expect(second.lost).toEqual([
    {
      line: 1,
      message: 'These columns are not imported: “Time spent (minutes)”, “Time imported (minutes)”, “Visible to”.',
    },
  ]);
  expect(shape(await tasksOf(second.batch_id))).toEqual(shape(tasks));
});
