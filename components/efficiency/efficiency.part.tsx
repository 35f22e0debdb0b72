import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PROJECT } from '@/components/test/gallery/project';
import { expectAccessible, expectLink, READER, show } from '@/components/test/part';
import type { ProjectEfficiency } from '@/lib/efficiency/schema';
import { formatsFor } from '@/lib/formats';
import { EfficiencyView } from './efficiency-view';

const day = (at: number) => new Date(Date.UTC(2026, 8, 7 + at)).toISOString().slice(0, 10);
const EFFICIENCY: ProjectEfficiency = {
  ...{ project_id: PROJECT._id, from: day(0), to: day(81), enough_data: true, completed: 24 },
  ...{ on_time_rate: 0.75, cycle_time_hours: { p50: 60, p85: 20 }, rework_rate: 0.125 },
  throughput: Array.from({ length: 12 }, (_, at) => ({ week: `2026-W${37 + at}`, from: day(at * 7), count: at % 4 })),
  estimate: { estimated_minutes: 600, spent_minutes: 750 },
  at_work: 1,
  age: [{ _id: 't-1', key: 'WEB-1', title: 'Checkout', status: 2, started_at: `${day(70)}T09:00:00.000Z`, hours: 36 }],
  flow: Array.from({ length: 82 }, (_, at) => {
    const completed = Math.floor(at / 3.5);
    return { date: day(at), pending: 30 - completed, in_process: 3, testing: at % 3, completed, backlogs: 4 };
  }),
  forecast: {
    ...{ left: 12, p50: '2026-12-18', p85: '2027-01-08', assumptions: ['Nothing is added.'] },
    milestones: [
      { _id: 'm-1', name: 'Beta', left: 0, p50: null, p85: null },
      { _id: 'm-2', name: 'Launch', left: 7, p50: '2026-12-09', p85: '2026-12-16' },
    ],
    moved_by: {
      ...{ since: day(74), days: 3, before: { p50: '2026-12-15', p85: '2027-01-05' }, added: 2, completed: 1 },
      ...{ reopened: 1, weekly: { before: 2.5, now: 2 } },
    },
  },
};
const BEHIND = [
  { key: 'WEB-3', title: 'Print the posters', status: 4, started: day(60), completed: day(64), due: day(63) },
].map((row) => ({ ...row, hours: 72, estimate: 60, spent: 90 }));

const view = (efficiency: ProjectEfficiency, more: Partial<Parameters<typeof EfficiencyView>[0]> = {}) => (
  <EfficiencyView
    efficiency={efficiency}
    projectId={PROJECT._id}
    formats={formatsFor(READER)}
    show={null}
    behind={[]}
    hrefOf={(changes) => `?${Object.entries(changes).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))}`}
    hrefTo={(path) => `/acme/${path}`}
    {...more}
  />
);

test('each number leads to its tasks, each drawing has its table, and the forecast says what moved it', async () => {
  const screen = await show(view(EFFICIENCY, { show: 'late', behind: BEHIND }));
  await expect.element(screen.getByText('8 Jan 2027')).toBeVisible();
  await expect.element(screen.getByText('The middle date is 3 days later.')).toBeVisible();
  await expect.element(screen.getByText('1 task completed, 2 added, 1 reopened.')).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /^Beta 0 Done Done$/ })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: '75 %' })).toHaveAttribute('href', '?show=late#tasks');
  await expect.element(screen.getByRole('link', { name: 'Print the posters' })).toBeVisible();
  await expect.element(screen.getByText('3 days · 1 h 30 min of 1 h', { exact: false })).toBeVisible();
  const drawing = screen.getByRole('img', { name: /^Throughput: 18 tasks/ });
  await expect.element(drawing).toBeVisible();
  for (const at of [0, 1]) await screen.getByText('Show as table').nth(at).click();
  await expect.element(screen.getByRole('row', { name: '7 Sept 2026 0', exact: true })).toBeVisible();
  await expectAccessible();
  await page.viewport(390, 844);
  await expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test('too few completions are said as that, and nothing at all as nothing', async () => {
  const few = { ...EFFICIENCY, enough_data: false, completed: 3, on_time_rate: null, rework_rate: null };
  const screen = await show(view(few));
  await expect.element(screen.getByText(/^Not enough data: a forecast needs 8 completed tasks/)).toBeVisible();
  await expect.element(screen.getByText('What it assumes')).not.toBeInTheDocument();
  await screen.showAgain(
    view({ ...few, completed: 0, at_work: 0, age: [], forecast: { ...EFFICIENCY.forecast, left: 0, milestones: [] } }),
  );
  await expect.element(screen.getByRole('heading', { name: 'Nothing to measure yet' })).toBeVisible();
  await expectAccessible();
});

test.each([
  [-1, 'The middle date is 1 day earlier.'],
  [0, 'The middle date is the same.'],
  [null, 'There was no forecast then.'],
])('what moved a forecast by %s days is said as that', async (days, words) => {
  const moved_by = { ...EFFICIENCY.forecast.moved_by, days } as ProjectEfficiency['forecast']['moved_by'];
  const screen = await show(view({ ...EFFICIENCY, forecast: { ...EFFICIENCY.forecast, moved_by } }));
  await expect.element(screen.getByText(words)).toBeVisible();
});

test('a pace that never ends is said; a period is so many weeks up to the last day', async () => {
  const screen = await show(view({ ...EFFICIENCY, forecast: { ...EFFICIENCY.forecast, p50: null, p85: null } }));
  await expect
    .element(screen.getByText(/^At the pace of the period, the 12 tasks .* than three years\.$/))
    .toBeVisible();
  const weeks = (count: number) => screen.getByRole('link', { name: `${count} weeks`, exact: true });
  await expect.element(weeks(12)).toHaveAttribute('aria-current', 'page');
  await expectLink(weeks(4), `?from=${day(54)}`);
});

test.each([390, 1360])(
  'at %i px of many tasks all are counted, though few are listed, and numbers of a drawing are whole',
  async (width) => {
    const old = (at: number) => ({
      ...(EFFICIENCY.age[0] as (typeof EFFICIENCY.age)[number]),
      _id: `t-${at}`,
      key: `WEB-${at}`,
    });
    const many = {
      ...{ ...EFFICIENCY, at_work: 2000, age: Array.from({ length: 100 }, (_, at) => old(at + 1)) },
      flow: EFFICIENCY.flow.map((point) => ({ ...point, pending: 123_456 })),
    };
    const screen = await show(view(many), { width });
    await expectLink(screen.getByRole('link', { name: '2,000', exact: true }), '?show=age#tasks');
    await expect.element(screen.getByRole('link', { name: 'All 2,000 tasks' })).toBeVisible();
    const drawing = screen.getByRole('img', { name: /^Cumulative flow/ }).element();
    const cut = [...drawing.querySelectorAll('text')].filter(
      (text) => text.getBoundingClientRect().left < drawing.getBoundingClientRect().left,
    );
    expect(cut.map(({ textContent }) => textContent)).toEqual([]);
  },
);

test('a year is drawn by the week, up to its last day', async () => {
  const flow = Array.from({ length: 364 }, (_, at) => ({
    ...{ date: day(at), pending: at, in_process: 0, testing: 0, completed: 0, backlogs: 0 },
  }));
  const screen = await show(view({ ...EFFICIENCY, flow }));
  await screen.getByText('Show as table').nth(1).click();
  const table = screen.getByRole('region', { name: /^Cumulative flow.*table$/ });
  await expect.element(table.getByRole('row').last()).toHaveTextContent('363');
  expect(table.getByRole('row').elements()).toHaveLength(53);
});
