import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { TaskBoard } from '@/components/task/board/task-board';
import { NewTaskButton } from '@/components/task/new/new-task-button';
import { showList } from '@/components/test/gallery/list-page';
import { OTHER_PROJECT, PROJECT, projectDetail } from '@/components/test/gallery/project';
import { boardOf, DESIGN, LEADER, TODAY, taskCard, USER } from '@/components/test/gallery/records';
import { serveTasks } from '@/components/test/gallery/task-server';
import { dismiss, enter, press, pressOn } from '@/components/test/keys';
import { expectAccessible, list, live, navigation, pickFrom, server, show, viewerOf } from '@/components/test/part';
import { wholly } from '@/lib/test/whole';

const chips = page.getByRole('button', { name: /keep “.*” in the title/ });
const made = () => server.inputs('POST Task').at(-1);
const texts = () => chips.elements().map(({ textContent }) => textContent?.split(', keep')[0]);

async function begin(group: string) {
  const button = page.getByRole('button', { name: `Add task to ${group}` });
  await expect.element(button).toBeVisible();
  await pressOn(button, '{Enter}');
  const field = page.getByRole('textbox', { name: `New task in ${group}` });
  await expect.element(field).toHaveFocus();
  return field;
}

/** A list of one task, and the line at the end of its group. */
const begun = async () => ({ ...(await showList([taskCard(1)])), field: await begin('Pending') });

test('a task added in one line has what the line says, as its chips tell', async () => {
  const { row, store, field } = await begun();
  await userEvent.type(field, 'Draw the logo tomorrow @daniel !high #design 2h');
  await expect.poll(texts).toEqual([expect.stringMatching(/^Due /), USER.name, 'Priority High', 'Label Design', '2 h']);
  await expect.element(page.getByText(/^Understood: Due /)).toBeInTheDocument();
  await expectAccessible();
  // What was meant as words is words again; the field keeps its focus.
  await page.getByRole('button', { name: 'keep “tomorrow” in the title' }).click();
  await page.getByRole('button', { name: 'keep “2h” in the title' }).click();
  await expect.poll(texts).toEqual([USER.name, 'Priority High', 'Label Design']);
  await expect.element(field).toHaveFocus();
  await press('{End} 30m{Enter}');
  await expect.element(row(2)).toHaveTextContent('Draw the logo tomorrow 2h');
  expect(made()).toMatchObject({
    title: 'Draw the logo tomorrow 2h',
    project_id: PROJECT._id,
    priority: 'high',
    estimate_minutes: 30,
    assignee_ids: [USER._id],
    label_ids: [DESIGN._id],
    status: 1,
  });
  expect(made()).not.toHaveProperty('due_date');
  expect(store.cards()).toHaveLength(2);
  // It stays open for the next one, until Escape.
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveFocus();
  await press('{Enter}');
  expect(server.inputs('POST Task')).toHaveLength(1);
  await dismiss(field);
});

test('Enter at once waits for what reads the line', async () => {
  const { row, field } = await begun();
  await enter(field, 'Send the offer !high');
  await expect.element(row(2)).toHaveTextContent('Send the offer');
  expect(made()).toMatchObject({ title: 'Send the offer', priority: 'high' });
});

test('what is on its way is said, the next is written meanwhile, and what is refused stays in the field', async () => {
  const { row, store, field } = await begun();
  const held = server.hold('POST Task');
  await enter(field, 'The first');
  await held.reached;
  await expect.element(page.getByText('Adding “The first”')).toBeVisible();
  await expect.element(field).toHaveValue('');
  await field.fill('The second, half');
  held.release();
  await expect.element(row(2)).toHaveTextContent('The first');
  await expect.element(page.getByText('Adding “The first”')).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('The second, half');

  server.refuseNext('POST Task', 422, 'invalid', 'The title is too long.');
  await press('{Enter}');
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'was not added' }))
    .toHaveTextContent('“The second, half” was not added. The title is too long.');
  await expect.element(field).toHaveValue('The second, half');
  await expectAccessible();
  await press('{Enter}');
  await expect.element(row(3)).toHaveTextContent('The second, half');
  await expect.element(page.getByRole('alert').filter({ hasText: 'was not added' })).not.toBeInTheDocument();
  await enter(field, '!high');
  await expect.element(page.getByText('Give the task a title too.')).toBeVisible();
  expect(store.cards()).toHaveLength(3);
});

test('a late refusal of one task leaves what is being written of the next, and says which it was', async () => {
  const { field } = await begun();
  server.refuseNext('POST Task', 422, 'invalid', 'No.');
  const held = server.hold('POST Task');
  await enter(field, 'The first');
  await held.reached;
  await field.fill('The second');
  held.release();
  await expect.element(page.getByText('“The first” was not added. No.')).toBeVisible();
  await expect.element(page.getByText('Adding “The first”')).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('The second');
});

test('rows of a table that are pasted are offered as tasks; what is refused of them is offered again', async () => {
  const { store, field } = await begun();
  const paste = (type: string, text: string) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData(type, text);
    field.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  };
  paste('text/plain', 'Draw\tAnna\r\nWrite\tBen\r\nPrint\t\r\n');
  const add = page.getByRole('button', { name: 'Add 3 tasks' });
  await expect.element(add).toHaveFocus();
  await expectAccessible();
  await press('{Escape}');
  await expect.element(field).toHaveFocus();
  paste('text/html', '<table><tr><td>Draw<td>Anna<tr><td>Write<td>Ben<tr><td>Print</table>');
  await expect.element(add).toHaveFocus();
  server.refuseNext('POST Task', 422, 'invalid', 'No.', 2);
  await press('{Enter}');
  await expect.element(page.getByText('“Draw” was not added. No. Neither was 1 more.')).toBeVisible();
  await expect
    .poll(() =>
      store
        .cards()
        .map(({ title }) => title)
        .slice(1),
    )
    .toEqual(['Print']);
  await expect.element(page.getByRole('list', { name: 'Lines' })).toHaveTextContent('DrawWrite');
  await page.getByRole('button', { name: 'Put into one line' }).click();
  await expect.element(field).toHaveValue('Draw Write');
  paste('text/plain', Array.from({ length: 201 }, (_, at) => `Line ${at}`).join('\n'));
  await expect.element(page.getByText(/^The first 200 of 201 lines\./)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Add 200 tasks' })).toHaveFocus();
});

test('what was refused when the line was closed already is said in a message', async () => {
  const { field } = await begun();
  server.refuse('POST Task', 422, 'invalid', 'No.');
  const held = server.hold('POST Task');
  await enter(field, 'Lost otherwise');
  await held.reached;
  await dismiss(field);
  held.release();
  await expect.element(page.getByText('“Lost otherwise” was not added. No.')).toBeVisible();
});

test('an empty line closes when it is left, a written one stays', async () => {
  const { title, field } = await begun();
  await title(1).element().focus();
  await expect.element(field).not.toBeInTheDocument();
  await begin('Pending');
  (document.activeElement as HTMLElement).blur();
  await expect.element(field).not.toBeInTheDocument();
  const again = await begin('Pending');
  await again.fill('Half a thought');
  await title(1).element().focus();
  await expect.element(again).toHaveValue('Half a thought');
});

test('without a connection it waits, and is added when there is one', async () => {
  const { row, field } = await begun();
  server.setOnline(false);
  await enter(field, 'Later on');
  await expect.element(page.getByText('Waiting for connection: “Later on”')).toBeVisible();
  server.setOnline(true);
  await expect.element(row(2)).toHaveTextContent('Later on');
});

test('a task that was added is taken back by Ctrl+Z', async () => {
  const { row, store, title, field } = await begun();
  await enter(field, 'Not really');
  await expect.element(row(2)).toHaveTextContent('Not really');
  await press('{Escape}');
  await pressOn(title(1), '{Control>}z{/Control}');
  await expect.poll(() => store.cards().length).toBe(1);
  await expect.element(page.getByText('WEB-2 was moved to the bin.')).toBeVisible();
  live.say('private-project-p-web', 'task.deleted', { id: 't-2', version: store.task('t-2').version });
  await expect.element(row(2)).not.toBeInTheDocument();
});

test('a task that the filters hide is said to be there', async () => {
  const { keys } = await showList([taskCard(1, { priority: 'high' })], { url: '/acme/task?filter=priority:high' });
  const field = await begin('Pending');
  await enter(field, 'Not high');
  await expect.element(page.getByText('WEB-2 was added. The filters of this view hide it.')).toBeVisible();
  expect(keys()).toEqual(['WEB-1']);
});

test('a task that is added among one’s own is one’s own', async () => {
  const { row } = await showList([taskCard(1, { assignees: [LEADER] })], { url: '/acme/task?assignee=me' });
  await enter(await begin('Pending'), 'Mine too');
  await expect.element(row(2)).toHaveTextContent('Mine too');
  expect(made()).toMatchObject({ assignee_ids: [LEADER._id] });
});

test('a task written at the end of a group has what the group stands for', async () => {
  const { row } = await showList([taskCard(1, { assignees: [USER], priority: 'high' })], {
    url: '/acme/task?group=assignee',
  });
  const field = await begin(USER.name);
  await enter(field, 'Second');
  await expect.element(row(2)).toHaveTextContent('Second');
  expect(made()).toMatchObject({ project_id: PROJECT._id, assignee_ids: [USER._id] });
  expect(made()).not.toHaveProperty('priority');
});

test('among all projects a group by project has its own, and in another one is chosen and kept', async () => {
  const tasks = [taskCard(1, { priority: 'high' }), taskCard(2, { project_id: OTHER_PROJECT._id })];
  const { screen } = await showList(tasks, { all: true, url: '/acme/task?group=project' });
  const field = await begin(OTHER_PROJECT.name);
  await enter(field, 'Third');
  await expect.poll(made).toMatchObject({ title: 'Third', project_id: OTHER_PROJECT._id });
  await expect.element(page.getByLabelText('Project')).not.toBeInTheDocument();
  await screen.unmount();

  await showList(tasks, { all: true, url: '/acme/task?group=priority' });
  const other = await begin('High');
  const project = page.getByRole('combobox', { name: 'Project', exact: true });
  await expect.element(project).toBeEnabled();
  await wholly(() => expectAccessible());
  await project.selectOptions(OTHER_PROJECT.name);
  await enter(other, 'Fourth');
  await expect.poll(made).toMatchObject({ title: 'Fourth', priority: 'high', project_id: OTHER_PROJECT._id });
  await press('{Escape}');
  await begin('High');
  await expect.element(project).toHaveValue(OTHER_PROJECT._id);
});

test('a slash offers a template, and an observer adds nothing', async () => {
  const { screen, field } = await begun();
  await field.fill('/onboarding');
  await expect.element(page.getByRole('button', { name: 'Use a template' })).toBeVisible();
  await screen.unmount();
  await showList([taskCard(1)], { as: 'observer' });
  await expect.element(page.getByRole('button', { name: /^Add task/ })).not.toBeInTheDocument();
});

const dialog = page.getByRole('dialog', { name: 'New task' });
const title = dialog.getByRole('textbox', { name: 'Title' });

async function showBoard() {
  const cards = [taskCard(1)];
  const store = serveTasks(cards);
  server.on('GET projectList', () => list([projectDetail(), projectDetail({ ...OTHER_PROJECT })]));
  server.on('GET assigneeList', () => list([]));
  server.on('GET customFieldList', () => list([]));
  server.onAny('GET categorylist', () => list([{ _id: 'k-1', name: 'Design', colour: 'c3' }]));
  const screen = await show(
    <>
      <NewTaskButton />
      <TaskBoard
        viewer={viewerOf()}
        projectId={PROJECT._id}
        projectKey={PROJECT.key}
        view="WEB"
        allCompleted={false}
        filters={{}}
        today={TODAY}
        loadedAt={Date.now()}
        columns={boardOf(cards)}
      />
    </>,
    { url: `/acme/task?view=board&project=${PROJECT.key}` },
  );
  return { store, screen };
}

test('C opens a new task for the page’s project; a board shows what was made above it, and reads no other task', async () => {
  await showBoard();
  await userEvent.keyboard('c');
  await expect.element(title).toHaveFocus();
  await expect.element(dialog.getByRole('button', { name: `Project: ${PROJECT.name}` })).toBeVisible();
  await expectAccessible();
  const { length } = server.calls;
  await pickFrom(dialog.getByRole('button', { name: 'Priority' }), 'High');
  await enter(title, 'Seen on the board', '{Control>}{Enter}{/Control}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: /Seen on the board/ })).toBeVisible();
  expect(server.calls.slice(length).filter((call) => /^GET task/.test(call))).toEqual([]);
  expect(server.inputs('POST Task')).toMatchObject([
    { title: 'Seen on the board', project_id: PROJECT._id, priority: 'high' },
  ]);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  expect(navigation.url).toBe('/acme/taskpage?task=WEB-2');
});

test('what was typed outlives Escape, a refusal and an empty title, and is gone once the task is made', async () => {
  await showBoard();
  await page.getByRole('button', { name: 'New task', exact: true }).first().click();
  await dialog.getByRole('button', { name: 'Create task' }).click();
  await expect.element(dialog).toHaveTextContent('Give the task a title.');
  await expectAccessible();
  await title.fill('Order the signs');
  await pickFrom(dialog.getByRole('button', { name: /^Project/ }), OTHER_PROJECT.name);
  await pickFrom(dialog.getByRole('button', { name: 'Category' }), 'Design');
  await dismiss(dialog);
  await expect.element(page.getByRole('button', { name: 'New task', exact: true }).first()).toHaveFocus();
  await page.getByRole('button', { name: 'New task', exact: true }).first().click();
  await expect.element(dialog).toHaveTextContent('Draft restored');
  await expect.element(title).toHaveValue('Order the signs');
  await expect.element(dialog.getByRole('button', { name: `Project: ${OTHER_PROJECT.name}` })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Category: Design' })).toBeVisible();
  server.refuseNext('POST Task', 403, 'forbidden', 'This project is archived.');
  await dialog.getByRole('button', { name: 'Create task' }).click();
  await expect.element(dialog).toHaveTextContent('This project is archived.');
  await expect.element(title).toHaveValue('Order the signs');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'New task', exact: true }).first().click();
  await expect.element(title).toHaveValue('');
  expect(dialog.element().textContent).not.toContain('Draft restored');
  // The project that was used last is left to pages without one of their own.
  await expect.element(dialog.getByRole('button', { name: `Project: ${PROJECT.name}` })).toBeVisible();
});

test('with another project those who were chosen go; what the title says is given, and whether clients see it', async () => {
  await showBoard();
  const { role: _, ...person } = USER;
  server.on('GET assigneeList', () => list([person]));
  await userEvent.keyboard('c');
  await title.fill('Order the signs !high');
  const assignees = dialog.getByRole('button', { name: /^Assignees/ });
  await assignees.click();
  await page.getByRole('checkbox', { name: USER.name }).click();
  await press('{Escape}');
  await expect.element(assignees).toHaveTextContent(USER.name);
  await pickFrom(dialog.getByRole('button', { name: /^Project/ }), OTHER_PROJECT.name);
  await expect.element(assignees).not.toHaveTextContent(USER.name);
  await dialog.getByRole('button', { name: 'Visible to client' }).click();
  await pressOn(title, '{Control>}{Enter}{/Control}');
  await expect.element(dialog).not.toBeInTheDocument();
  const sent = { title: 'Order the signs', priority: 'high', audience: 'client', assignee_ids: [] };
  expect(server.inputs('POST Task')).toMatchObject([{ ...sent, project_id: OTHER_PROJECT._id }]);
});
