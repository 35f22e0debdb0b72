import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { BoardCard } from '@/components/task/board/board-card';
import { showList } from '@/components/test/gallery/list-page';
import { DESIGN, LEADER, OTHER_USER, PRINT, TODAY, taskCard, USER } from '@/components/test/gallery/records';
import { expectAccessible, show } from '@/components/test/part';
import type { TaskCard } from '@/lib/task/schema';

/** What rows and cards show of a task: as much as fits, whole, and how many marks there are besides. */

const WAITING = { ...DESIGN, _id: 'l-waiting', name: 'Waiting for client' };
const DUES = [null, '2026-11-21', '2026-06-01', TODAY, '2028-09-30'];
const PEOPLE = [
  { assignees: [] },
  { assignees: [USER, LEADER] },
  { assignees: [USER, LEADER, OTHER_USER] },
  { assignees: [USER, LEADER, OTHER_USER], more_assignees: 5 },
  { assignees: [USER], hidden_assignees: true },
];
const OTHERS: Partial<TaskCard>[] = [
  {},
  { blocked: true },
  {
    blocked: true,
    priority: 'urgent',
    subtask_progress: { done: 2, total: 5 },
    checklist: { done: 11, total: 12 },
    comment_count: 24,
    labels: [WAITING, DESIGN, PRINT],
  },
];
const TITLES = ['Short', 'A title that takes both of the lines that a card has for it, and would go on'];

const CARDS = DUES.flatMap((due_date) =>
  (['client', 'internal'] as const).flatMap((audience) =>
    PEOPLE.flatMap((people) =>
      OTHERS.flatMap((others) => TITLES.map((title) => ({ due_date, audience, title, ...people, ...others }))),
    ),
  ),
).map((part, at) => taskCard(at + 1, part));

const nothing = () => undefined;
const actions = { mayDrag: () => true, pulled: nothing, openMenu: nothing, nearMenu: nothing, appeared: nothing };

function Cards({ width, marksStatus }: { width: number; marksStatus: boolean }) {
  return (
    <ul style={{ width }} className="flex flex-col gap-2">
      {CARDS.map((card) => (
        <BoardCard
          key={card._id}
          card={card}
          href={`/acme/taskpage?task=${card.key}`}
          today={TODAY}
          ordered
          movable
          marksStatus={marksStatus}
          lifted={false}
          flash={undefined}
          waiting={false}
          marksAudience
          tabStop={false}
          focused={false}
          panel={null}
          actions={actions}
          pointer={null}
        />
      ))}
    </ul>
  );
}

/** What is wrong with the marks of a row or card; nothing if each is whole or among those that are counted. */
function faultsOf(row: HTMLElement): string[] {
  const marks = row.querySelector<HTMLElement>('.marks');
  if (!marks) return [];
  const box = marks.getBoundingClientRect();
  const all = [...marks.children] as HTMLElement[];
  const isInSight = (one: HTMLElement) => one.getBoundingClientRect().bottom <= box.bottom + 1;
  const seen = all.filter(isInSight);
  const cut = seen.filter(
    (one) =>
      one.getBoundingClientRect().right > box.right - 20 ||
      [one, ...one.querySelectorAll<HTMLElement>('.mark-late, .mark-due, .mark-today')].some(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1,
      ),
  );
  const rest = all.slice(seen.length);
  const told =
    rest[0] &&
    /\+\d+/.exec([':before', ':after'].map((at) => getComputedStyle(rest[0] as Element, at).content).join(' '))?.[0];
  const faults = cut.map((one) => `${one.textContent} is cut`);
  if (rest.some(isInSight)) faults.push('marks are left out in between');
  if (rest.length && told !== `+${rest.length}`) faults.push(`+${rest.length} is ${told}`);
  if (rest[0]) {
    const at = document.elementFromPoint(box.right - 4, box.bottom - 10);
    if (at !== rest[0]) faults.push(`+${rest.length} is not in sight`);
  }
  return faults;
}

test.each([
  [222, false],
  [222, true],
  [288, true],
] as const)(
  'a card of %i pixels says its date and whether clients see it, and cuts no mark (its status: %s)',
  async (width, marksStatus) => {
    await show(<Cards width={width} marksStatus={marksStatus} />, { width: 700, height: 900 });
    await expect.element(page.getByRole('link', { name: 'Short', exact: true }).first()).toBeVisible();
    const style = document.createElement('style');
    style.textContent =
      '.marks, .marks * { pointer-events: auto !important } .task-card { content-visibility: visible !important }';
    document.head.append(style);
    const faults = CARDS.flatMap((card) => {
      const row = document.querySelector<HTMLElement>(`[data-row="${card.key}"]`);
      if (!row) return [`${card.key} is not there`];
      row.scrollIntoView({ block: 'center' });
      const bottom = row.querySelector('.marks')?.getBoundingClientRect().bottom ?? 0;
      const missing = [card.due_date && 'time', card.audience === 'client' && '.mark-client'].filter((what) => {
        const one = what && row.querySelector(what)?.getBoundingClientRect();
        return what && !(one && one.height > 0 && one.bottom <= bottom + 1);
      });
      const said = [...missing.map((what) => `no ${what}`), ...faultsOf(row)];
      return said.map((what) => `${card.key} ${row.textContent}: ${what}`);
    });
    style.remove();
    expect(faults).toEqual([]);
  },
);

const ROWS = CARDS.filter((_, at) => at % 3 === 1 || at % 7 === 0).slice(0, 48);

test('rows show it alike at every width, and are of one height', async () => {
  await showList(ROWS, { as: 'observer', url: '/acme/task?sort=due', width: 358, height: 900 });
  await expectAccessible();
  const style = document.createElement('style');
  style.textContent =
    '.marks, .marks * { pointer-events: auto !important } .group-head { position: static !important } [data-field=title] { display: none !important }';
  document.head.append(style);
  for (const width of [358, 500, 680, 776, 1000, 1112, 1600]) {
    await page.viewport(width, 900);
    const faults = ROWS.flatMap((card) => {
      const row = document.querySelector<HTMLElement>(`[data-row="${card.key}"]`);
      if (!row) return [`${card.key} is not there`];
      row.scrollIntoView({ block: 'center' });
      const box = row.getBoundingClientRect();
      const shown = (what: string) => {
        const one = row.querySelector(what)?.getBoundingClientRect();
        return one && one.width > 0 && one.top >= box.top && one.bottom <= box.bottom + 1 && one.right <= box.right + 1;
      };
      const wanted = ['[data-title]', card.due_date && '.due time', card.audience === 'client' && '.mark-client'];
      const missing = wanted.filter((what) => what && !shown(what)).map((what) => `no ${what}`);
      const height = width < 760 ? 56 : 40;
      if (Math.abs(box.height - height) > 1.5) missing.push(`${box.height} high`);
      return [...missing, ...faultsOf(row)].map((what) => `${width} ${card.key} ${row.textContent}: ${what}`);
    });
    expect(faults).toEqual([]);
  }
  style.remove();
  await expectAccessible();
});
