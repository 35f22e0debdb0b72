import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LEADER, OTHER_PROJECT, PEOPLE, PROJECT, USER } from '@/components/test/gallery/records';
import { expectAccessible, finish, list, server, show, textFile } from '@/components/test/part';
import type { ImportBatchRecord, TaskImport } from '@/lib/task-import/schema';
import { ImportScreen } from './import-screen';
import { PastImports } from './past-imports';
import { outcome } from './result-step';

const COUNTS = {
  tasks: 2,
  comments: 0,
  people: 0,
  lists: 1,
  labels: 1,
  checklist_items: 0,
  time_entries: 0,
  skipped: 0,
};

const seen = (part: Partial<TaskImport> = {}): TaskImport => ({
  ...COUNTS,
  ...{
    batch_id: null,
    source: 'csv',
    errors: [],
    skipped_lines: [],
    lost: [],
    project_id: PROJECT._id,
    new_project: null,
  },
  ...{ dry_run: true, finished: false, headings: ['Title', 'List'], columns: { title: 'Title', list: 'List' } },
  ...{ lists_found: [{ name: 'Somewhere', status: 1, known: false, tasks: 2, completed: 0 }], people_found: [] },
  first_tasks: [],
  ...{ encoding: 'utf-8', encoding_guessed: false, sample: [], unclear_date: null, client_tasks: 0 },
  ...part,
});

const batch = (part: Partial<ImportBatchRecord> = {}): ImportBatchRecord => ({
  ...COUNTS,
  ...{ _id: 'b-1', batch_id: 'b-1', source: 'csv', file_name: 'posters.csv', total: 2, errors: [], skipped_lines: [] },
  project: { _id: PROJECT._id, key: PROJECT.key, name: PROJECT.name, gone: false },
  ...{ state: 'done', finished: true, problem: null, progress: { done: 2, total: 2 }, created_by: LEADER },
  ...{ created_at: '2026-11-24T09:00:00.000Z', finished_at: null, rollback: 'none', rolled_back_at: null, kept: [] },
  can: { cancel: false, roll_back: true },
  ...part,
});

const members = Object.values(PEOPLE).map(({ _id, name }) => ({ _id, name }));
function screenOf(projectId: string = PROJECT._id) {
  server.on('GET customFieldList', () => list([]));
  return show(<ImportScreen projects={[PROJECT, OTHER_PROJECT]} projectId={projectId} creates members={members} />);
}
const check = page.getByRole('button', { name: 'Check the file' });
const choose = () => userEvent.upload(page.getByLabelText('File'), textFile('posters.csv', 'Title\nPrint'));
const asked = () =>
  server
    .inputs('POST importTasks')
    .map(({ mapping, dry_run }) => [mapping ? JSON.parse(String(mapping)) : {}, String(dry_run)]);

test('a file is asked for, and one that cannot be read says why and stays to be replaced', async () => {
  await screenOf();
  await check.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Choose a file.');
  await expectAccessible();
  await choose();
  server.refuse('POST importTasks', 400, 'invalid', 'This file is no table.');
  await check.click();
  await expect.element(page.getByText('This file is no table.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Choose a file' })).toBeVisible();
  await expect.element(page.getByLabelText('Into the project')).toHaveValue(PROJECT._id);
});

test('where the tasks go is asked, and a board is taken for one of Trello whatever was chosen', async () => {
  await screenOf('');
  await userEvent.upload(page.getByLabelText('File'), textFile('board.json', '{}'));
  await expect.element(page.getByLabelText('From')).toHaveValue('trello');
  await userEvent.selectOptions(page.getByLabelText('From'), 'csv');
  await check.click();
  await expect.element(page.getByText('Choose where the tasks go.')).toBeVisible();
  await expectAccessible();
  await userEvent.selectOptions(
    page.getByLabelText('Into the project'),
    'A new project with the name of the board or file',
  );
  server.on('POST importTasks', () =>
    seen({ batch_id: 'b-1', source: 'trello', encoding_guessed: true, encoding: 'windows-1251', sample: ['Анна'] }),
  );
  await check.click();
  await expect.element(page.getByLabelText('Archived cards and lists too')).toBeVisible();
  expect(server.inputs('POST importTasks').at(-1)).not.toHaveProperty('project_id');
  server.on('GET importBatch/{id}', () => batch());
  await page.getByRole('button', { name: 'Import 2 tasks' }).click();
  await expect.element(page.getByRole('heading', { name: 'Result' })).toBeVisible();
  expect(server.inputs('POST importTasks').at(-1)?.encoding).toBe('windows-1251');
});

test('what would be made is shown, lists, people and columns are told apart, and only then it is imported', async () => {
  await screenOf();
  await choose();
  const person = { key: 'nk', name: 'Nobody Known', email: null, member_id: null, state: 'unknown', tasks: 1 } as const;
  server.on('POST importTasks', ({ dry_run, mapping, encoding }) =>
    dry_run === 'true'
      ? seen({
          errors: [{ line: 3, message: 'The due date “not a date” is no date.' }],
          people_found: [person],
          lists_found: [{ name: 'Somewhere', status: mapping ? 3 : 1, known: false, tasks: 2, completed: 0 }],
          unclear_date: String(mapping).includes('day_order') ? null : { line: 2, text: '03/04/2026' },
          ...{ encoding: encoding ? 'windows-1250' : 'windows-1252', encoding_guessed: !encoding, sample: ['Łódź'] },
        })
      : seen({ batch_id: 'b-1', dry_run: false }),
  );
  server.on('GET importBatch/{id}', () => batch());
  await check.click();
  await expect.element(page.getByRole('heading', { name: 'Check it' })).toHaveFocus();
  await expect
    .element(page.getByRole('status').filter({ hasText: 'will be imported' }))
    .toHaveTextContent('2 tasks with 1 label will be imported; 1 line cannot be imported.');
  await expect
    .element(page.getByRole('region', { name: 'Lines that are not imported' }))
    .toHaveTextContent('Line 3The due date “not a date” is no date.');
  await expectAccessible();
  await userEvent.selectOptions(page.getByLabelText('Somewhere'), 'Testing');
  await expect.element(page.getByLabelText('Somewhere')).toHaveValue('3');
  await userEvent.selectOptions(
    page.getByRole('group', { name: 'Who is who' }).getByLabelText('Nobody Known'),
    LEADER.name,
  );
  await page.getByText('Columns', { exact: true }).click();
  await expect.element(page.getByRole('list', { name: 'Sample' })).toHaveTextContent('Łódź');
  await userEvent.selectOptions(page.getByLabelText('Text encoding'), 'windows-1250');
  await expect.poll(() => server.inputs('POST importTasks').at(-1)?.encoding).toBe('windows-1250');
  await expect.element(page.getByRole('button', { name: 'Import 2 tasks' })).toBeDisabled();
  await userEvent.selectOptions(page.getByLabelText('Line 2: 03/04/2026 is'), 'mdy');
  await expect.poll(() => server.inputs('POST importTasks').length).toBe(5);
  await expect.element(page.getByRole('button', { name: 'Import 2 tasks' })).toBeEnabled();
  await expectAccessible();
  await page.getByRole('button', { name: 'Import 2 tasks' }).click();
  await expect.element(page.getByRole('heading', { name: 'Result' })).toHaveFocus();
  await expect
    .element(page.getByRole('status').filter({ hasText: 'imported.' }))
    .toHaveTextContent('2 tasks and 0 comments were imported.');
  await expect
    .element(page.getByRole('link', { name: `Open ${PROJECT.name}` }))
    .toHaveAttribute('href', '/acme/projectdetails?project=WEB&tab=tasks');
  await expectAccessible();
  const [statuses, people] = [{ Somewhere: 3 }, { nk: LEADER._id }];
  expect(asked()).toEqual([
    [{}, 'true'],
    [{ statuses }, 'true'],
    [{ statuses, people }, 'true'],
    [{ statuses, people }, 'true'],
    [{ statuses, people, day_order: 'mdy' }, 'true'],
    [{ statuses, people, day_order: 'mdy' }, 'false'],
  ]);
});

test('what was chosen for one list or person stays when another is chosen', async () => {
  await screenOf();
  await choose();
  const [row, person] = [
    { known: false, tasks: 1, completed: 0 },
    { email: null, state: 'unknown' as const, tasks: 1 },
  ];
  server.on('POST importTasks', ({ mapping }) => {
    const { statuses = {}, people = {} } = JSON.parse(String(mapping ?? '{}'));
    const lists_found = ['Ideas', 'Doing'].map((name) => ({ ...row, name, status: statuses[name] ?? 1 }));
    const known = (key: string) => ({ ...person, key, name: key, member_id: people[key] ?? null });
    return seen({ lists_found, people_found: ['Ann', 'Ben'].map(known) });
  });
  await check.click();
  const chosen = Object.entries({ Ideas: '3', Doing: '4', Ann: LEADER._id, Ben: USER._id });
  for (const [field, wanted] of chosen) {
    await userEvent.selectOptions(page.getByLabelText(field), wanted);
    await expect.element(page.getByLabelText(field)).toHaveValue(wanted);
  }
  for (const [field, wanted] of chosen) await expect.element(page.getByLabelText(field)).toHaveValue(wanted);
});

test('into what project it goes, whose tasks they are and what clients will see is said before', async () => {
  await screenOf();
  await choose();
  const person = { email: null, tasks: 1 };
  const [known, apart] = [
    { ...person, key: 'd', name: 'Dan', member_id: USER._id, state: 'assigned' as const },
    { ...person, key: 'p', name: 'Pia', member_id: null, state: 'not in project' as const },
  ];
  const into = { project_id: null, new_project: 'Posters', client_tasks: 1, skipped: 2 };
  server.on('POST importTasks', () => seen({ ...into, people_found: [known, apart] }));
  await check.click();
  await expect
    .element(page.getByRole('status').filter({ hasText: 'will be imported' }))
    .toHaveTextContent(
      '2 tasks with 1 label will be imported into a new project “Posters” for 1 person of the file; 1 of them clients will see; 2 are left out.',
    );
  await expect.element(page.getByLabelText('Pia')).toHaveAccessibleDescription(/^Cannot be in the new project/);
});

test.each([
  [{ state: 'failed', problem: 'The disk is full.' }, 'The disk is full. 2 tasks and 0 comments were imported before.'],
  [{ state: 'cancelled' }, 'The import was cancelled. 2 tasks and 0 comments were imported before.'],
  [{ state: 'running' }, 'The import is running.'],
  [{ rollback: 'running' }, 'The import is being rolled back.'],
] as const)('what came of an import is said: %j', (part, words) => expect(outcome(batch(part))).toBe(words));

test('an import is not offered to be rolled back by who may not, nor one that made nothing', async () => {
  const can = { cancel: false, roll_back: false };
  await show(<PastImports imports={[batch({ can }), batch({ _id: 'b-2', tasks: 0 })]} />);
  await expect.element(page.getByText('posters.csv').first()).toBeVisible();
  expect(page.getByRole('button', { name: /^Roll back/ }).elements()).toEqual([]);
});

test('everybody of a file can be told who they are: the rest is a press away, and found by name', async () => {
  await screenOf();
  await choose();
  const people_found = Array.from({ length: 70 }, (_, at) => ({
    ...{
      key: `k-${at}`,
      name: `Helper ${at}`,
      email: null,
      member_id: null,
      state: 'unknown' as const,
      tasks: 70 - at,
    },
  }));
  server.on('POST importTasks', () => seen({ people_found }));
  await check.click();
  const people = page.getByRole('group', { name: 'Who is who' });
  await expect.poll(() => people.getByRole('combobox').elements().length).toBe(60);
  await people.getByRole('button', { name: 'Show 10 more of 70 people' }).click();
  await expect.poll(() => people.getByRole('combobox').elements().length).toBe(70);
  await people.getByRole('searchbox', { name: 'Find a person of the file' }).fill('helper 69');
  await expect.poll(() => people.getByRole('combobox').elements().length).toBe(1);
  await people.getByRole('searchbox', { name: 'Find a person of the file' }).fill('stranger');
  await expect.element(people).toHaveTextContent('Nobody in the file matches “stranger”.');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.element(page.getByText('Chosen: posters.csv')).toBeVisible();
});

test('a refused import stays at its check, one that goes on shows how far it is and is cancelled', async () => {
  await screenOf();
  await choose();
  server.on('POST importTasks', () => seen({ batch_id: 'b-1' }));
  await check.click();
  await expect.element(page.getByRole('heading', { name: 'Check it' })).toHaveFocus();
  server.refuseNext('POST importTasks', 409, 'conflict', 'Another import runs.');
  await page.getByRole('button', { name: 'Import 2 tasks' }).click();
  await expect.element(page.getByText('Another import runs.')).toBeVisible();
  const running = { state: 'running', finished: false, can: { cancel: true, roll_back: false } } as const;
  let now = batch({ ...running, progress: { done: 1, total: 2 } });
  server.on('GET importBatch/{id}', () => now);
  await page.getByRole('button', { name: 'Import 2 tasks' }).click();
  await expect.element(page.getByRole('progressbar')).toBeVisible();
  await expect.element(page.getByText('1 of 2 tasks')).toBeVisible();
  await expectAccessible();
  now = batch({ state: 'done' });
  await expect.element(page.getByText('2 tasks and 0 comments were imported.')).toBeVisible();
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
});

test('an import is rolled back after a question, says what was kept and why, and a refusal keeps the question', async () => {
  const screen = await show(<PastImports imports={[batch()]} />);
  const button = screen.getByRole('button', { name: 'Roll back the import of posters.csv' });
  await button.click();
  await expectAccessible();
  const question = page.getByRole('dialog');
  server.refuseNext('POST rollBackImport/{id}', 403, 'forbidden', 'Only who imported may.');
  await question.getByRole('button', { name: 'Roll back' }).click();
  await expect.element(question).toHaveTextContent('Only who imported may.');
  server.on('POST rollBackImport/{id}', () => batch({ rollback: 'done' }));
  await finish(question, 'Roll back');
  expect(server.inputs('POST rollBackImport/{id}').map(({ id }) => id)).toEqual(['b-1', 'b-1']);
  const kept = [{ task_id: 't-1', key: 'WEB-1', title: 'Print', reason: 'changed since' }];
  await screen.showAgain(<PastImports imports={[batch({ rollback: 'done', kept })]} />);
  await expect
    .element(screen.getByText('The import was rolled back. 1 task was kept.', { exact: false }))
    .toBeVisible();
});
