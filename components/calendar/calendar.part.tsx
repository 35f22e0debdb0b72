import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { carry, middleOf, touchScreen } from '@/components/test/finger';
import { calendarOf, servePlan } from '@/components/test/gallery/plan';
import { LEADER, milestone, OTHER_USER, PROJECT, taskCard, USER } from '@/components/test/gallery/records';
import {
  dismiss,
  expectAccessible,
  list,
  live,
  message,
  navigation,
  press,
  pressOn,
  server,
} from '@/components/test/part';
import { type ShowOptions, show, viewerOf } from '@/components/test/show';
import { daysOfPage } from '@/lib/formats/calendar';
import type { MilestoneRecord } from '@/lib/milestone/schema';
import { projectChannel } from '@/lib/realtime/events';
import type { TaskCard } from '@/lib/task/schema';
import type { TaskFilters } from '@/lib/task/vocabulary.filter';
import type { CalendarPage } from '@/lib/task-plan/vocabulary';
import { wholly } from '@/lib/test/whole';
import { TaskCalendar } from './task-calendar';

const TODAY = '2031-03-09';
const due = (number: number, title: string, due_date: string, part: Partial<TaskCard> = {}) =>
  taskCard(number, { title, due_date, ...part });
const day = (date: string) => page.getByCss(`[data-day="${date}"]`);
const task = (date: string, title: string) => day(date).getByRole('link', { name: title, exact: true });
const tasksOf = (date: string) => day(date).getByCss('[data-row]');
const said = (words: string) =>
  expect.element(page.getByRole('status').filter({ hasText: words }).first()).toBeInTheDocument();

/** The calendar of the tasks that are stored, as the page at this address has it. */
async function showCalendar(
  cards: TaskCard[],
  options: ShowOptions & Partial<CalendarPage> & { filters?: TaskFilters; goals?: MilestoneRecord[] } = {},
) {
  const { span = 'month', date = TODAY, filters = {}, goals = [], ...shown } = options;
  const store = servePlan(cards);
  store.goals(goals);
  const drawn = (at: CalendarPage) => {
    const days = daysOfPage(at, 1);
    const limit = at.span === 'week' ? 50 : 10;
    const read = calendarOf(store.cards(), days[0] ?? '', days.at(-1) ?? '', limit);
    return (
      <TaskCalendar
        key={JSON.stringify(at)}
        viewer={viewerOf(options.as)}
        page={at}
        days={days}
        limit={limit}
        answered={read}
        address={{ path: '/acme/task', keep: { view: 'calendar', project: PROJECT.key } }}
        projectId={PROJECT._id}
        projectKey={PROJECT.key}
        heard={[PROJECT._id]}
        creates={!['client', 'observer'].includes(options.as ?? 'leader')}
        filters={filters}
        today={TODAY}
        loadedAt={Date.now()}
      />
    );
  };
  const screen = await show(drawn({ span, date }), {
    url: `/acme/task?view=calendar&project=WEB&date=${date}`,
    ...shown,
  });
  return { store, draw: (at: CalendarPage) => screen.showAgain(drawn(at)) };
}

test('keys walk days and tasks, move a task by a day or a week with its length, and Ctrl+Z takes that back', async () => {
  const { store } = await showCalendar([
    due(1, 'Paint the door', '2031-03-11', { start_date: '2031-03-10' }),
    due(2, 'Buy paint', '2031-03-10'),
  ]);
  const dates = () => [store.task('t-1').start_date, store.task('t-1').due_date];
  await press('j');
  await expect.element(task('2031-03-10', 'Buy paint')).toHaveFocus();
  await press('{ArrowRight}');
  await expect.element(task('2031-03-11', 'Paint the door')).toHaveFocus();
  const held = server.hold('PATCH taskCard/{id}');
  await press('{Alt>}{ArrowRight}{/Alt}');
  await expect.element(task('2031-03-12', 'Paint the door')).toHaveFocus();
  await said('Paint the door: Wednesday 12 March');
  held.release();
  await expect.poll(dates).toEqual(['2031-03-11', '2031-03-12']);
  await press('{Alt>}{ArrowDown}{/Alt}');
  await expect.element(task('2031-03-19', 'Paint the door')).toHaveFocus();
  await expect.poll(dates).toEqual(['2031-03-18', '2031-03-19']);
  await press('{Alt>}{ArrowUp}{ArrowLeft}{/Alt}');
  await expect.poll(dates).toEqual(['2031-03-10', '2031-03-11']);
  await press('{Control>}z{/Control}');
  await expect.element(task('2031-03-12', 'Paint the door')).toHaveFocus();
  await expect.poll(dates).toEqual(['2031-03-11', '2031-03-12']);
});

test('the grid is one stop for Tab; arrows go through days without tasks and not out of the grid', async () => {
  await showCalendar([
    due(1, 'Only one', '2031-03-11'),
    due(2, 'One of two', '2031-03-18'),
    due(3, 'The other', '2031-03-18'),
  ]);
  const stop = page.getByCss('[data-stop][tabindex="0"]');
  const number = (date: string) => page.getByCss(`[data-stop="${date}"]`);
  expect(stop.elements()).toHaveLength(1);
  await press('j', '{ArrowRight}');
  await expect.element(day('2031-03-12').getByCss(':focus')).toBeInTheDocument();
  await press('{ArrowUp}', '{ArrowUp}');
  await expect.element(day('2031-03-05').getByCss(':focus')).toBeInTheDocument();
  expect(stop.elements()).toHaveLength(1);
  await pressOn(number('2031-02-24'), '{ArrowUp}', '{ArrowLeft}');
  await expect.element(number('2031-02-24')).toHaveFocus();
  await press('{ArrowDown}', '{ArrowDown}');
  await expect.element(number('2031-03-03')).toHaveFocus();
  (number('2031-03-25').element() as HTMLElement).focus();
  await press('{ArrowUp}');
  await expect.element(day('2031-03-18').getByCss('[data-stop]').last()).toHaveFocus();
});

test('N makes a task on the day that has the focus; the plus of a day does it for the pointer', async () => {
  server.on('GET customFieldList', () => list([]));
  await showCalendar([due(1, 'Paint the door', '2031-03-11')]);
  await press('j', '{ArrowLeft}', 'n');
  const dialog = page.getByRole('dialog', { name: 'New task' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Wash the brushes');
  await wholly(() => expectAccessible(dialog.element()));
  await dialog.getByRole('button', { name: 'Create task' }).click();
  await expect.element(task('2031-03-10', 'Wash the brushes')).toHaveFocus();
  expect(server.inputs('POST Task')).toMatchObject([{ title: 'Wash the brushes', due_date: '2031-03-10' }]);
  await day('2031-03-20').getByRole('link', { name: 'New task on Thursday 20 March' }).click();
  await expect.element(dialog).toBeVisible();
  await dismiss(dialog);
});

test('Page Down goes to the next month and the focus with it, whatever happens here until it comes', async () => {
  const { store, draw } = await showCalendar([
    due(1, 'Sand the floor', '2031-03-11'),
    due(2, 'Oil the floor', '2031-04-01'),
  ]);
  await press('j', '{PageDown}');
  expect(navigation.url).toContain('date=2031-04-01');
  store.changedByOther('t-1', { title: 'Sand the stairs' });
  await expect.element(task('2031-03-11', 'Sand the stairs')).toBeVisible();
  await draw({ span: 'month', date: '2031-04-01' });
  await expect.element(page.getByRole('heading', { name: 'April 2031' })).toBeVisible();
  await expect.element(page.getByCss('[data-stop="2031-04-01"]')).toHaveFocus();
  await press('{PageUp}');
  expect(navigation.url).toContain('date=2031-03-01');
  await press('t');
  expect(navigation.url).not.toContain('date=');
});

test('letters open the fields of a task on its day, with undo; what leaves the month hands the focus on', async () => {
  const { store } = await showCalendar([due(1, 'Oil the hinge', '2031-03-11')]);
  await press('j', 'p');
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await said('Priority of WEB-1: High.');
  await expect.element(task('2031-03-11', 'Oil the hinge')).toHaveFocus();
  expect(store.task('t-1').priority).toBe('high');
  await press('e');
  const title = page.getByRole('dialog', { name: 'Title' }).getByRole('textbox', { name: 'Title' });
  await title.fill('Oil the hinges');
  await expectAccessible(page.getByRole('dialog').element());
  await press('{Enter}');
  await expect.element(task('2031-03-11', 'Oil the hinges')).toHaveFocus();
  await press('{Control>}z{/Control}');
  await expect.element(task('2031-03-11', 'Oil the hinge')).toHaveFocus();
  await expect.poll(() => store.task('t-1').title).toBe('Oil the hinge');
  await press('d');
  await page.getByRole('dialog', { name: 'Due date' }).getByRole('button', { name: 'No date' }).click();
  await expect.element(tasksOf('2031-03-11')).not.toBeInTheDocument();
  await expect.element(page.getByCss('[data-day] :focus')).toBeInTheDocument();
  await expect.poll(() => store.task('t-1').due_date).toBeNull();
});

test('an undone assignment names whom the task is assigned to, and nobody whom its fields name', async () => {
  server.on('GET assigneeList', () => list([LEADER, USER]));
  const part = { assignees: [LEADER], custom_people: [OTHER_USER] };
  const { store } = await showCalendar([due(1, 'Oil the hinge', '2031-03-11', part)]);
  await press('j', 'a');
  await page.getByRole('dialog', { name: 'Assignees' }).getByText(USER.name).click();
  await press('{Escape}');
  await expect.poll(() => store.task('t-1').assignees).toHaveLength(2);
  await expect.element(task('2031-03-11', 'Oil the hinge')).toHaveFocus();
  await press('{Control>}z{/Control}');
  await expect
    .element(page.getByText(/^The change was undone: WEB-1 is assigned to/))
    .toHaveTextContent(`The change was undone: WEB-1 is assigned to ${LEADER.name}.`);
});

test('a task is dragged to another day; Undo in its message takes that back, and others’ changes come in', async () => {
  const { store } = await showCalendar([due(1, 'Hang the lamp', '2031-03-11', { start_date: '2031-03-10' })]);
  const row = (date: string) => tasksOf(date).first();
  await expect.element(row('2031-03-11')).toHaveAttribute('draggable', 'true');
  const held = server.hold('PATCH taskCard/{id}');
  await userEvent.dragAndDrop(row('2031-03-11'), day('2031-03-20'), { sourcePosition: { x: 20, y: 4 } });
  await expect.element(task('2031-03-20', 'Hang the lamp')).toBeVisible();
  await expect.element(tasksOf('2031-03-11')).not.toBeInTheDocument();
  held.release();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(task('2031-03-11', 'Hang the lamp')).toBeVisible();
  await expect.poll(() => store.task('t-1')).toMatchObject({ start_date: '2031-03-10', due_date: '2031-03-11' });
  store.changedByOther('t-1', { due_date: '2031-03-13' });
  await expect.element(task('2031-03-13', 'Hang the lamp')).toBeVisible();
  store.madeByOther(due(2, 'Buy a bulb', '2031-03-13', { priority: 'high' }));
  await expect.element(tasksOf('2031-03-13').first()).toHaveTextContent('Buy a bulb');
  store.changedByOther('t-2', { deleted_at: '2031-03-01T09:00:00.000Z' });
  await expect.element(task('2031-03-13', 'Buy a bulb')).not.toBeInTheDocument();
  store.changedByOther('t-1', { due_date: '2031-05-01' });
  await expect.element(page.getByText('Nothing is due in this month.')).toBeVisible();
});

test('a full day says how many more there are and leads to its week; what is moved stays in sight', async () => {
  const full = ['One', 'Two', 'Three', 'Four', 'Five'].map((title, at) =>
    due(at + 1, title, '2031-03-11', { priority: title === 'Five' ? 'urgent' : 'none' }),
  );
  const { draw } = await showCalendar([...full, due(6, 'Six', '2031-03-10')]);
  await expect.poll(() => tasksOf('2031-03-11').elements()).toHaveLength(3);
  await expect.element(tasksOf('2031-03-11').first()).toHaveTextContent('Five');
  await press('j', '{Alt>}{ArrowRight}{/Alt}');
  await expect.element(task('2031-03-11', 'Six')).toHaveFocus();
  await expect.poll(() => tasksOf('2031-03-11').elements()).toHaveLength(3);
  await press('{Alt>}{ArrowRight}{/Alt}');
  await expect.element(task('2031-03-12', 'Six')).toHaveFocus();
  const more = day('2031-03-11').getByRole('link', { name: '+2 more on Tuesday 11 March' });
  expect(more.element().getAttribute('href')).toMatch(/span=week&date=2031-03-11|date=2031-03-11&span=week/);
  await more.click();
  await draw({ span: 'week', date: '2031-03-11' });
  await expect.element(page.getByRole('heading', { name: /10 Mar 2031 – 16 Mar 2031/ })).toBeVisible();
  expect(tasksOf('2031-03-11').elements()).toHaveLength(5);
  await expect.element(page.getByRole('link', { name: 'Week', exact: true })).toHaveAttribute('aria-current', 'page');
  await wholly(() => expectAccessible());
});

test('a task that the filter leaves out does not come in', async () => {
  const { store } = await showCalendar([due(1, 'Urgent', '2031-03-11', { priority: 'urgent' })], {
    filters: { priority: 'urgent' },
  });
  store.madeByOther(due(2, 'Idle', '2031-03-11'));
  store.madeByOther(due(3, 'Urgent too', '2031-03-11', { priority: 'urgent' }));
  await expect.element(task('2031-03-11', 'Urgent too')).toBeVisible();
  expect(tasksOf('2031-03-11').elements()).toHaveLength(2);
});

test('O and a press show a task beside the calendar; Escape closes it and gives the focus back', async () => {
  await showCalendar([due(1, 'Hang the lamp', '2031-03-11')]);
  const beside = page.getByRole('region', { name: 'Task WEB-1' });
  await press('j', 'o');
  await expect.element(beside.getByRole('textbox', { name: 'Title' })).toBeVisible();
  expect(navigation.url).toContain('task=WEB-1');
  await dismiss(beside);
  await expect.element(task('2031-03-11', 'Hang the lamp')).toHaveFocus();
  await task('2031-03-11', 'Hang the lamp').click();
  const comment = beside.getByRole('textbox', { name: /^(Comment|Internal note)$/ });
  await expect.element(comment).toBeVisible();
  await press('r');
  await expect.element(comment).toHaveFocus();
});

test('who only reads moves nothing and makes nothing, and is told why; on a phone days are a list', async () => {
  const cards = [due(1, 'Shared', '2031-03-11'), due(2, 'Shared too', '2031-03-11')];
  const { store } = await showCalendar(cards, { as: 'client', width: 390, height: 844 });
  await expect.element(page.getByRole('heading', { name: /Tuesday 11 March.*2 tasks/ })).toBeVisible();
  await expect.element(day('2031-03-12')).not.toBeVisible();
  await press('j', '{Alt>}{ArrowRight}{/Alt}', 'n', 'p');
  await said('Read only: the team moves tasks.');
  expect(store.task('t-1').due_date).toBe('2031-03-11');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(tasksOf('2031-03-11').first()).not.toHaveAttribute('draggable', 'true');
  await expectAccessible();
});

test('a phone’s list begins with today; the days before it are a press away', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${TODAY}T09:00:00Z`) });
  onTestFinished(() => void vi.useRealTimers());
  const cards = [due(1, 'Sweep', '2031-03-05'), due(2, 'Mop', '2031-03-07'), due(3, 'Dust', '2031-03-11')];
  await showCalendar(cards, { width: 390, height: 844 });
  await expect.element(day('2031-03-11')).toBeVisible();
  await expect.element(day('2031-03-05')).not.toBeVisible();
  const earlier = page.getByRole('button', { name: 'Earlier days: 2 tasks' });
  await earlier.click();
  await expect.element(task('2031-03-05', 'Sweep')).toBeVisible();
  await expect.element(earlier).not.toBeInTheDocument();
});

test('who may not move a task hears it where it is pulled at; what was missed is read again, and a reading that fails is said', async () => {
  // Long ago, whatever day it is.
  const cards = [due(1, 'Theirs', '2020-01-14'), due(2, 'Done', '2020-01-13', { status: 4 })];
  const { store } = await showCalendar(cards, { as: 'user', date: '2020-01-15' });
  await expect.element(tasksOf('2020-01-14')).toHaveTextContent('overdue');
  await expect.element(tasksOf('2020-01-13')).not.toHaveTextContent('overdue');
  await expect.element(tasksOf('2020-01-14')).toHaveAttribute('draggable', 'true');
  await userEvent.dragAndDrop(tasksOf('2020-01-14'), day('2020-01-22'), { sourcePosition: { x: 20, y: 4 } });
  await expect.element(message(/^WEB-1 stays on its day\. You can change tasks/)).toBeVisible();
  expect(store.task('t-1').due_date).toBe('2020-01-14');
  store.write('t-1', { due_date: '2020-01-16' });
  live.catchUp('reconnected');
  await expect.element(task('2020-01-16', 'Theirs')).toBeVisible();
  server.refuseNext('GET taskCalendar', 403, 'forbidden', 'No.');
  store.write('t-1', { due_date: '2020-01-17' });
  live.catchUp('reconnected');
  await expect.element(page.getByText('The calendar could not be refreshed')).toBeVisible();
  await expect.element(task('2020-01-16', 'Theirs')).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(task('2020-01-17', 'Theirs')).toBeVisible();
});

test('by touch a task is carried to another day, and back where it was it stays', async () => {
  touchScreen();
  const { store } = await showCalendar([due(1, 'Hang the lamp', '2031-03-11')]);
  const row = tasksOf('2031-03-11').first();
  await expect.element(row).toHaveAttribute('draggable', 'true');
  await carry(middleOf(row), middleOf(day('2031-03-20')));
  await expect.element(task('2031-03-20', 'Hang the lamp')).toBeVisible();
  await expect.poll(() => store.task('t-1').due_date).toBe('2031-03-20');
  await carry(middleOf(tasksOf('2031-03-20').first()));
  expect(server.inputs('PATCH taskCard/{id}')).toHaveLength(1);
});

test('milestones stand on their days, and follow what is heard', async () => {
  const goals = [milestone('Design', { due_date: '2031-03-10' })];
  const { store } = await showCalendar([due(1, 'Only one', '2031-03-11')], { goals });
  await expect.element(day('2031-03-10').getByText('Design')).toBeVisible();
  store.goals([milestone('Launch', { due_date: '2031-03-12' })]);
  live.say(projectChannel(PROJECT._id), 'milestone.changed', { id: 'm-launch', project_id: PROJECT._id });
  await expect.element(day('2031-03-12').getByText('Launch')).toBeVisible();
  await expectAccessible();
});
