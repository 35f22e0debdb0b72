import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { servePlan } from '@/components/test/gallery/plan';
import { LEADER, milestone, OTHER_PROJECT, PROJECT, taskCard, USER } from '@/components/test/gallery/records';
import {
  dismiss,
  lift,
  live,
  message,
  middleOf,
  navigation,
  press,
  pull,
  server,
  touchScreen,
} from '@/components/test/part';
import { type ShowOptions, show, viewerOf } from '@/components/test/show';
import { ANYBODY, formatsFor } from '@/lib/formats';
import { dayAfter } from '@/lib/formats/days';
import type { MilestoneRecord } from '@/lib/milestone/schema';
import { projectChannel } from '@/lib/realtime/events';
import type { TaskCard } from '@/lib/task/schema';
import type { TaskFilters } from '@/lib/task/vocabulary.filter';
import type { LinkEnd } from '@/lib/task-plan/schema';
import { TaskTimeline, type TaskTimelineProps } from './task-timeline';

/** The chart begins at today: days are counted from there. */
const TODAY = formatsFor({ locale: 'en-GB', timeZone: 'Europe/Berlin' }).today();
const day = (after: number) => dayAfter(TODAY, after);
const dayName = (after: number) => formatsFor(ANYBODY).day(day(after), 'short');
const over = (number: number, title: string, from: number | null, until: number | null, part: Partial<TaskCard> = {}) =>
  taskCard(number, {
    title,
    start_date: from === null ? null : day(from),
    due_date: until === null ? null : day(until),
    ...part,
  });
const titleOf = (number: number) => page.getByCss(`[data-row="WEB-${number}"] [data-title]`);
const bar = (number: number) => page.getByCss(`[data-bar="t-${number}"]`);
const grip = (number: number, part: string) => bar(number).getByCss(`[data-grip="${part}"]`);
const line = (from: number, to: number) => page.getByCss(`[data-link="t-${from} t-${to}"]`);
const said = (words: string | RegExp) =>
  expect.element(page.getByRole('status').filter({ hasText: words }).first()).toBeInTheDocument();

type Options = ShowOptions & {
  filters?: TaskFilters;
  links?: { task_id: string; blocks_id: string }[];
  others?: LinkEnd[];
  goals?: MilestoneRecord[];
  /** Tasks a page. */
  size?: number;
  /** The second page is refused once. */
  refused?: true;
} & Pick<TaskTimelineProps, 'zoom' | 'lanes'>;

async function showTimeline(cards: TaskCard[], options: Options = {}) {
  const { filters = {}, links = [], others = [], goals = [], size, refused, zoom = 'week', lanes, ...shown } = options;
  const store = servePlan(cards, size);
  if (refused) server.refuseNext('GET taskTimeline', 403, 'forbidden', 'No.');
  store.link(links, others);
  store.goals(goals);
  const { tasks: docs, total, next_cursor: cursor } = store.pageAt();
  const keep = { view: 'timeline', project: PROJECT.key };
  const screen = await show(
    <TaskTimeline
      viewer={viewerOf(options.as)}
      first={{ docs, total, cursor }}
      address={{ path: '/acme/task', keep }}
      projectId={lanes === 'project' ? undefined : PROJECT._id}
      projects={[PROJECT, OTHER_PROJECT]}
      heard={[PROJECT._id]}
      rest={{ working_days: [1, 2, 3, 4, 5], holidays: [] }}
      links={{ links, others }}
      names={{}}
      today={TODAY}
      loadedAt={Date.now()}
      {...{ filters, zoom, lanes }}
    />,
    { url: '/acme/task?view=timeline&project=WEB', ...shown },
  );
  const dates = (number: number) => {
    const { start_date, due_date } = store.task(`t-${number}`);
    return [start_date, due_date];
  };
  return { store, dates, screen };
}

test('keys walk the rows, move and stretch a task, make a dependency and say where it conflicts', async () => {
  const { store, dates } = await showTimeline([over(1, 'Dig the pond', 8, 10), over(2, 'Fill the pond', 12, 15)]);
  await press('j');
  await expect.element(titleOf(1)).toHaveFocus();
  const held = server.hold('PATCH taskCard/{id}');
  await press('{Alt>}{ArrowRight}{/Alt}');
  await said(`Dig the pond: ${dayName(9)} to ${dayName(11)}`);
  await expect.element(titleOf(1)).toHaveTextContent(`${dayName(9)} to ${dayName(11)}`);
  held.release();
  await expect.poll(() => dates(1)).toEqual([day(9), day(11)]);
  await press('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}');
  await expect.poll(() => dates(1)).toEqual([day(9), day(12)]);
  await press('{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}');
  await expect.poll(() => dates(1)).toEqual([day(8), day(12)]);
  await press('{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}');
  await expect.poll(() => dates(1)).toEqual([day(9), day(12)]);

  await press('b');
  await said(/Dig the pond blocks/);
  await press('{ArrowDown}', 'b');
  await said('WEB-1 blocks WEB-2.');
  await expect.element(titleOf(2)).toHaveTextContent('begins before WEB-1 ends');
  expect(page.getByText('Conflict', { exact: true }).elements()).toHaveLength(1);
  await expectAccessible();
  await press('{Alt>}{ArrowDown}{/Alt}');
  await expect.poll(() => dates(2)).toEqual([day(19), day(22)]);
  await expect.element(titleOf(1)).toHaveTextContent('6 days of slack');
  await expect.element(page.getByText('Conflict', { exact: true })).not.toBeInTheDocument();
  await press('{Control>}z{/Control}');
  await expect.poll(() => dates(2)).toEqual([day(12), day(15)]);

  // The same two presses take the dependency away again, and Escape ends it half-way.
  await press('{ArrowUp}', 'b', '{Escape}');
  await said('No dependency was made.');
  await press('b', '{ArrowDown}', 'b');
  await said('WEB-1 no longer blocks WEB-2.');
  await expect.element(page.getByText('Conflict', { exact: true })).not.toBeInTheDocument();
  expect(store.links).toEqual([]);
  await press('{Control>}z{/Control}');
  await expect.poll(() => store.links).toHaveLength(1);
});

test('K goes back a row and not beyond the first; B twice on one task makes no dependency', async () => {
  await showTimeline([over(1, 'Dig the pond', 1, 3), over(2, 'Fill the pond', 5, 6)]);
  await press('j', 'j');
  await expect.element(titleOf(2)).toHaveFocus();
  await press('k', 'k');
  await expect.element(titleOf(1)).toHaveFocus();
  await press('b', 'b', '{ArrowDown}', 'b');
  await said(/Fill the pond blocks/);
  expect(server.calls).not.toContain('POST dependency');
});

test('a task does not end before it starts, and what is refused is put back', async () => {
  const { store, dates } = await showTimeline([over(1, 'One day', 3, 3), over(2, 'Another', 5, 6)]);
  await press('j', '{Alt>}{Shift>}{ArrowLeft}{/Shift}{/Alt}');
  await said('One day would end before it starts.');
  server.refuseNext('PATCH taskCard/{id}', 403, 'forbidden', 'Only the leader may do this.');
  await press('{Alt>}{ArrowRight}{/Alt}');
  await said('WEB-1 was put back. Only the leader may do this.');
  await expect.element(titleOf(1)).toHaveTextContent(`${dayName(3)} to ${dayName(3)}`);
  expect(dates(1)).toEqual([day(3), day(3)]);
  server.refuseNext('POST dependency', 422, 'invalid', 'They would wait for each other.');
  await press('b', '{ArrowDown}', 'b');
  await said('WEB-2 was not linked. They would wait for each other.');
  expect(store.links).toEqual([]);
  store.write('t-2', { due_date: day(20) });
  await press('{Alt>}{ArrowRight}{/Alt}');
  await said('WEB-2 was put back. Somebody else changed it in the meantime.');
  await expect.element(titleOf(2)).toHaveTextContent(`${dayName(5)} to ${dayName(20)}`);
});

test('letters open the fields of a task in its row, and M moves it to another project', async () => {
  const { store } = await showTimeline([over(1, 'Lay the path', 1, 4)]);
  await press('j', 's');
  await page.getByRole('menuitemradio', { name: 'Testing' }).click();
  await said('WEB-1 moved to Testing.');
  await expect.element(titleOf(1)).toHaveFocus();
  await expect.poll(() => store.task('t-1').status).toBe(3);
  await press('{Control>}z{/Control}');
  await expect.poll(() => store.task('t-1').status).toBe(1);
  await press('d');
  await page.getByRole('dialog', { name: 'Due date' }).getByRole('button', { name: 'No date' }).click();
  await expect.element(titleOf(1)).toHaveTextContent(`from ${dayName(1)}`);
  await expect.element(titleOf(1)).toHaveFocus();
  await expect.poll(() => store.task('t-1').due_date).toBeNull();
  await press('m');
  await expect.element(page.getByRole('dialog', { name: /^Move/ })).toBeVisible();
});

test('a bar is moved and stretched by mouse, Undo takes it back, and a line is drawn from its end', async () => {
  const { store, dates } = await showTimeline([over(1, 'Cut the boards', 8, 10), over(2, 'Nail the boards', 16, 18)]);
  await pull(grip(1, 'move'), { x: 32 });
  await expect.poll(() => dates(1)).toEqual([day(10), day(12)]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => dates(1)).toEqual([day(8), day(10)]);
  await pull(grip(1, 'due'), { x: 16 });
  await expect.poll(() => dates(1)).toEqual([day(8), day(11)]);
  await pull(grip(1, 'start'), { x: -32 });
  await expect.poll(() => dates(1)).toEqual([day(6), day(11)]);
  await userEvent.dragAndDrop(grip(1, 'link'), grip(2, 'move'), { force: true });
  await said('WEB-1 blocks WEB-2.');
  expect(store.links).toEqual([{ task_id: 't-1', blocks_id: 't-2' }]);
  await expect.element(line(1, 2)).toBeInTheDocument();
  await expect.element(titleOf(1)).toHaveTextContent('4 days of slack');
  store.changedByOther('t-2', { start_date: day(11) });
  await expect.element(titleOf(2)).toHaveTextContent('begins before WEB-1 ends');
  store.madeByOther(over(3, 'Paint the boards', 4, 5));
  await expect.element(titleOf(3)).toBeVisible();
  await grip(2, 'move').click();
  await expect.element(page.getByRole('region', { name: 'Task WEB-2' })).toBeVisible();
});

/** The mouse over the middle of something, by single events. */
function pointerOn(target: ReturnType<typeof grip>) {
  const at = middleOf(target);
  const pointer = (type: string, clientX: number) =>
    target
      .element()
      .dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'mouse', clientX, clientY: at.y }));
  return { at, pointer };
}

test('while a bar is pulled its dates stand at its ends, rows keep their places, and who may not pull hears why', async () => {
  const cards = () => [over(1, 'Cut the boards', 8, 10), over(2, 'Nail the boards', 16, 18)];
  const { dates, screen } = await showTimeline(cards());
  const { at, pointer } = pointerOn(grip(1, 'move'));
  pointer('pointerdown', at.x);
  pointer('pointermove', at.x + 160);
  await expect.element(bar(1)).toHaveTextContent(`${dayName(18)}${dayName(20)}`);
  // The chart goes along below the pointer.
  const chart = page.getByRole('region', { name: 'Timeline' }).element();
  chart.scrollLeft += 32;
  pointer('pointermove', at.x + 161);
  await expect.element(bar(1)).toHaveTextContent(`${dayName(20)}${dayName(22)}`);
  chart.scrollLeft -= 32;
  pointer('pointermove', at.x + 160);
  await expect.element(bar(1)).toHaveTextContent(`${dayName(18)}${dayName(20)}`);
  pointer('pointerup', at.x + 160);
  await expect.poll(() => dates(1)).toEqual([day(18), day(20)]);
  await expect.element(bar(1)).toHaveTextContent(/^$/);
  const rows = () => [...document.querySelectorAll('ol li[data-row]')].map((one) => one.getAttribute('data-row'));
  expect(rows().slice(0, 2)).toEqual(['WEB-1', 'WEB-2']);
  await screen.unmount();

  const other = await showTimeline(cards(), { as: 'user' });
  await pull(grip(1, 'move'), { x: 160 });
  await expect.element(message(/^WEB-1 keeps its dates\. You can change tasks/)).toBeVisible();
  expect(other.dates(1)).toEqual([day(8), day(10)]);
  await expect.element(page.getByRole('region', { name: 'Task WEB-1' })).not.toBeInTheDocument();
});

test('Escape gives up a pull of a bar; by touch it is lifted and carried', async () => {
  const { dates, screen } = await showTimeline([over(1, 'Cut the boards', 8, 10), over(2, 'Nail the boards', 16, 18)]);
  const { at, pointer } = pointerOn(grip(1, 'move'));
  pointer('pointerdown', at.x);
  pointer('pointermove', at.x + 160);
  await expect.element(bar(1)).toHaveTextContent(`${dayName(18)}${dayName(20)}`);
  await press('{Escape}');
  await expect.element(bar(1)).toHaveTextContent(/^$/);
  pointer('pointerup', at.x + 160);
  // A hand that shakes pulls at nothing.
  pointer('pointerdown', at.x);
  pointer('pointermove', at.x + 3);
  pointer('pointercancel', at.x + 3);
  expect(server.inputs('PATCH taskCard/{id}')).toEqual([]);
  await expect.element(page.getByRole('region', { name: 'Task WEB-1' })).not.toBeInTheDocument();
  await screen.unmount();
  touchScreen();
  const touched = await showTimeline([over(1, 'Cut the boards', 8, 10), over(2, 'Nail the boards', 16, 18)]);
  const middle = middleOf(grip(1, 'move'));
  const drop = await lift(middle, { x: middle.x + 32, y: middle.y });
  await expect.element(bar(1)).toHaveTextContent(`${dayName(10)}${dayName(12)}`);
  drop();
  await expect.poll(() => touched.dates(1)).toEqual([day(10), day(12)]);
  await expect.poll(() => touched.dates(2)).toEqual([day(16), day(18)]);
  expect(dates(1)).toEqual([day(8), day(10)]);
});

test('all pages are read; what was missed is read again, a reading that fails is said; J walks on beside the chart', async () => {
  const cards = [over(3, 'Stock the pond', 16, 18), over(2, 'Fill the pond', 12, 15), over(1, 'Dig the pond', 8, 10)];
  const { store } = await showTimeline(cards, { size: 1, refused: true });
  const retry = page.getByRole('button', { name: 'Retry' });
  const stopped = page.getByText('More tasks could not be loaded');
  await expect.element(stopped).toBeVisible();
  await expect.element(page.getByText('1 of 3 tasks so far')).toBeVisible();
  await retry.click();
  await expect.element(page.getByRole('status').filter({ hasText: 'of 3' })).not.toBeInTheDocument();
  await expect
    .poll(() =>
      page
        .getByCss('[data-row]')
        .elements()
        .map((row) => row.getAttribute('data-row')),
    )
    .toEqual(['WEB-1', 'WEB-2', 'WEB-3']);
  await expect.element(stopped).not.toBeInTheDocument();
  expect(server.inputs('GET taskTimeline').map(({ cursor }) => cursor)).toEqual(['1', '1', '2']);
  store.write('t-1', { title: 'Dig the well' });
  live.catchUp('reconnected');
  await expect.element(titleOf(1)).toHaveTextContent('Dig the well');
  server.refuseNext('GET taskTimeline', 403, 'forbidden', 'No.');
  store.write('t-1', { title: 'Dig the hole' });
  live.catchUp('reconnected');
  await expect.element(page.getByText('The timeline could not be refreshed')).toBeVisible();
  await retry.click();
  await expect.element(titleOf(1)).toHaveTextContent('Dig the hole');
  await expect.element(page.getByText('The timeline could not be refreshed')).not.toBeInTheDocument();
  await titleOf(1).click();
  await expect.element(page.getByRole('region', { name: 'Task WEB-1' })).toBeVisible();
  await press('j');
  await expect.element(page.getByRole('region', { name: 'Task WEB-2' })).toBeVisible();
  await expect.element(titleOf(2)).toHaveFocus();
  await press('{Escape}');
  await expect.element(page.getByRole('region', { name: 'Task WEB-2' })).not.toBeInTheDocument();
});

test('by project its lanes are called by it; where the filters leave nothing that is said', async () => {
  const cards = [over(1, 'Dig', 1, 3), over(2, 'Fill', 2, 4, { project_id: OTHER_PROJECT._id })];
  const { screen } = await showTimeline(cards, { lanes: 'project' });
  const rows = page.getByRole('list', { name: 'Tasks', exact: true }).getByRole('listitem');
  await expect.element(rows.first()).toHaveTextContent(`${OTHER_PROJECT.name}1`);
  await expect.element(rows.nth(2)).toHaveTextContent(`${PROJECT.name}1`);
  await screen.unmount();
  await showTimeline([taskCard(1)], { filters: { priority: 'high' } });
  await expect.element(page.getByRole('heading', { name: /^No tasks match/ })).toBeVisible();
});

test('a click on a line offers to remove it; Escape leaves it, Undo brings it back', async () => {
  const pair = { task_id: 't-1', blocks_id: 't-2' };
  const { store } = await showTimeline([over(1, 'Mix the colour', 3, 5), over(2, 'Paint the wall', 9, 12)], {
    links: [pair],
  });
  await expect.element(page.getByCss('[data-rest]').first()).toBeInTheDocument();
  const remove = page.getByRole('button', { name: 'Remove: WEB-1 blocks WEB-2' });
  /** Where it stands upright: both bars are beside it. */
  const clickLine = () => {
    const path = line(1, 2).element() as SVGPathElement;
    const { x, y } = path.getPointAtLength(path.getTotalLength() / 3);
    const { x: left, y: top } = (path.ownerSVGElement as SVGSVGElement).getBoundingClientRect();
    const { x: from, y: above } = document.body.getBoundingClientRect();
    return userEvent.click(document.body, { position: { x: left + x - from, y: top + y - above } });
  };
  await clickLine();
  await expect.element(remove).toHaveFocus();
  await expectAccessible();
  await dismiss(remove);
  await clickLine();
  await remove.click();
  await expect.element(line(1, 2)).not.toBeInTheDocument();
  expect(store.links).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(line(1, 2)).toBeInTheDocument();
  expect(store.links).toEqual([pair]);
});

test('a line is taken away only by who may change a task at its end', async () => {
  const links = [{ task_id: 't-1', blocks_id: 't-2' }];
  const cards = (part: Partial<TaskCard> = {}) => [over(1, 'Mix the colour', 3, 5), over(2, 'Paint', 9, 12, part)];
  const { screen } = await showTimeline(cards(), { links, as: 'user' });
  await expect.element(titleOf(1)).toHaveTextContent('3 days of slack');
  expect(line(1, 2).elements()).toEqual([]);
  await screen.unmount();
  await showTimeline(cards({ assignees: [USER] }), { links, as: 'user' });
  await expect.element(line(1, 2)).toBeInTheDocument();
});

test('a conflict with a task that the filters leave out is said until that is completed', async () => {
  const leftOut = { _id: 't-9', key: 'WEB-9', status: 1, start_date: day(1), due_date: day(10) };
  const links = [{ task_id: 't-9', blocks_id: 't-1' }];
  const { store } = await showTimeline([over(1, 'Build on it', 5, 12, { priority: 'high' })], {
    filters: { priority: 'high' },
    ...{ links, others: [leftOut] },
  });
  await expect.element(titleOf(1)).toHaveTextContent('begins before WEB-9 ends');
  store.add(over(9, 'Pour the base', 1, 10));
  store.link(links, [{ ...leftOut, status: 4 }]);
  store.changedByOther('t-9', { status: 4 });
  await expect.element(titleOf(1)).not.toHaveTextContent('begins before');
  expect(page.getByCss('[data-row]').elements()).toHaveLength(1);
});

test('zoom and lanes are chosen by press and by key, and stand in the address', async () => {
  const cards = [
    over(1, 'Mine', 1, 3, { assignees: [LEADER] }),
    over(2, 'Theirs', 2, 4, { assignees: [USER] }),
    over(3, 'Milestone', null, 5),
  ];
  await showTimeline(cards);
  const width = () => bar(1).element().getBoundingClientRect().width;
  expect(width()).toBe(3 * 16);
  await press('j', '-');
  const zoom = (name: string) =>
    page.getByRole('navigation', { name: 'Zoom' }).getByRole('link', { name, exact: true });
  await expect.element(zoom('Month')).toHaveAttribute('aria-current', 'true');
  expect(navigation.url).toContain('zoom=month');
  expect(width()).toBe(3 * 6);
  // As on keyboards that have it with Shift, and alone.
  await press('{Shift>}+{/Shift}', '+');
  await expect.element(zoom('Day')).toHaveAttribute('aria-current', 'true');
  await zoom('Week').click();
  expect(width()).toBe(3 * 16);
  const lanes = page.getByRole('combobox', { name: 'Grouped by' });
  await expect.element(lanes).not.toHaveTextContent('By project');
  await lanes.selectOptions('By assignee');
  const rows = () => page.getByRole('list', { name: 'Tasks', exact: true }).getByRole('listitem').elements();
  await expect
    .poll(() => rows().map((row) => /^(?:Pending)?(\w+)/.exec(row.textContent ?? '')?.[1]))
    .toEqual(['Daniel', 'Theirs', 'Maya', 'Mine', 'Nobody1', 'Milestone']);
  expect(navigation.url).toContain('lanes=assignee');
  await expectAccessible();
});

test('a bar out of sight is a click away, and Today shows the bars of today', async () => {
  const old = Array.from({ length: 30 }, (_, at) => over(at + 1, `Old stone ${at}`, at - 303, at - 300));
  await showTimeline([...old, over(31, 'Stone of today', 0, 2)]);
  await expect.element(titleOf(1)).toBeInViewport();
  await expect.element(bar(1)).not.toBeInViewport();
  const edge = page.getByCss('[data-edge="t-1"]');
  await edge.click();
  await expect.element(bar(1)).toBeInViewport();
  await expect.element(edge).not.toBeInTheDocument();
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await expect.element(bar(31)).toBeInViewport();
  await press('j', 'j');
  await expect.element(titleOf(2)).toHaveFocus();
  await press('t');
  await expect.element(bar(31)).toBeInViewport();
});

test('who only reads moves nothing and is told why; on a phone tasks are a list by their start', async () => {
  const { dates } = await showTimeline([over(1, 'Shared', 2, 4)], { as: 'observer' });
  await press('j', '{Alt>}{ArrowRight}{/Alt}');
  await said('Read only: observers can read but not change.');
  await press('b', 's', 'm');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await pull(grip(1, 'move'), { x: 32 });
  expect(dates(1)).toEqual([day(2), day(4)]);
  expect(grip(1, 'due').elements()).toHaveLength(0);
  await page.viewport(390, 844);
  const list = page.getByRole('list', { name: 'Tasks by start' });
  await expect.element(list.getByRole('listitem')).toHaveTextContent(`SharedWEB-1 · ${dayName(2)} – ${dayName(4)}`);
  await expect.element(page.getByRole('region', { name: 'Timeline' })).not.toBeInTheDocument();
  await expectAccessible();
});

test('on a phone the list says what has one day or no end, and what begins too early', async () => {
  const cards = [over(1, 'Dig', 1, 5), over(2, 'Fill', 4, null), over(3, 'Open', null, 9)];
  await showTimeline(cards, { links: [{ task_id: 't-1', blocks_id: 't-2' }], width: 390, height: 844 });
  const rows = page.getByRole('list', { name: 'Tasks by start' }).getByRole('listitem');
  await expect.element(rows.nth(1)).toHaveTextContent(`WEB-2 · From ${dayName(4)}Begins before WEB-1 ends`);
  await expect.element(rows.nth(2)).toHaveTextContent(`WEB-3 · ${dayName(9)}`);
  await expect.element(rows.nth(0)).not.toHaveTextContent('Begins before');
});

test('a timeline without dates says so', async () => {
  await showTimeline([taskCard(1)]);
  await expect.element(page.getByText('Nothing has a date yet')).toBeVisible();
});

test('milestones stand at the foot of the chart, and above the list on a phone', async () => {
  const goals = [milestone('Digging', { due_date: day(5) })];
  const { store } = await showTimeline([over(1, 'Dig the pond', 8, 10)], { goals });
  await expect.element(page.getByRole('region', { name: 'Timeline' }).getByText('Digging')).toBeVisible();
  store.goals([milestone('Opening', { due_date: day(12) }), milestone('Season', { due_date: day(30) })]);
  live.say(projectChannel(PROJECT._id), 'milestone.changed', { id: 'm-opening', project_id: PROJECT._id });
  const chart = page.getByRole('region', { name: 'Timeline' });
  await expect.element(chart.getByText('Opening')).toBeVisible();
  await expectAccessible();
  await page.viewport(390, 844);
  await expect.element(page.getByRole('list', { name: 'Milestones' })).toHaveTextContent(`Opening${dayName(12)}`);
});
