import { daysBetween } from '@/lib/formats/calendar';
import { dayAfter } from '@/lib/formats/days';
import type { TaskCard } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import type { LinkEnd } from '@/lib/task-plan/schema';
import type { Lanes } from '@/lib/task-plan/vocabulary';

/** `task_id` blocks `blocks_id`. */
export type Link = { task_id: string; blocks_id: string };

/** The days a task takes. Without a start it is a milestone on its due date; without a due date it is open-ended. */
export type Bar = { start: string; due: string; milestone: boolean; open: boolean };

export function barOf({ start_date, due_date }: Pick<LinkEnd, 'start_date' | 'due_date'>): Bar | null {
  if (due_date) return { start: start_date ?? due_date, due: due_date, milestone: !start_date, open: false };
  return start_date ? { start: start_date, due: start_date, milestone: false, open: true } : null;
}

export type Part = 'move' | 'start' | 'due';

/** Dates after a part of the bar was moved by so many days; null where the end would lie before the start. */
export function datesAfter(
  { start_date, due_date }: Pick<TaskCard, 'start_date' | 'due_date'>,
  part: Part,
  days: number,
): { start_date?: string; due_date?: string } | null {
  const later = (date: string) => dayAfter(date, days);
  if (part === 'move')
    return { ...(start_date && { start_date: later(start_date) }), ...(due_date && { due_date: later(due_date) }) };
  // Stretching a milestone makes a bar of it, an open end gets a date.
  const dates = {
    start_date: part === 'start' ? later(start_date ?? due_date ?? '') : (start_date ?? undefined),
    due_date: part === 'due' ? later(due_date ?? start_date ?? '') : (due_date ?? undefined),
  };
  if (dates.start_date && dates.due_date && dates.start_date > dates.due_date) return null;
  return part === 'start' ? { start_date: dates.start_date } : { due_date: dates.due_date };
}

export type Slack = {
  /** Days after its end until the first task that waits for it begins; null if none waits. */
  free: number | null;
  /** Tasks that it waits for and that end on its first day or later, and are not completed. */
  conflicts: readonly LinkEnd[];
};

/** "1 day of slack". */
export const slackWords = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'} of slack`;

/** By id, of tasks that are linked. Of a task that is given twice, the later one counts. */
export function slackOf(tasks: readonly LinkEnd[], links: readonly Link[]): ReadonlyMap<string, Slack> {
  const byId = new Map(tasks.map((task) => [task._id, task]));
  const slack = new Map<string, { free: number | null; conflicts: LinkEnd[] }>();
  const of = (id: string) => {
    const known = slack.get(id) ?? { free: null, conflicts: [] };
    slack.set(id, known);
    return known;
  };
  for (const { task_id, blocks_id } of links) {
    const [blocker, waiter] = [byId.get(task_id), byId.get(blocks_id)];
    const [before, after] = [blocker && barOf(blocker), waiter && barOf(waiter)];
    if (!blocker || !waiter || !before || !after || waiter.status === COMPLETED) continue;
    const days = daysBetween(before.due, after.start) - 1;
    const known = of(task_id);
    if (days >= 0) known.free = Math.min(known.free ?? days, days);
    if (collides(blocker, waiter)) of(blocks_id).conflicts.push(blocker);
  }
  return slack;
}

/** As it is now; what did not change is the same object as before, so that its row is not drawn anew. */
export function keptSlack(
  now: ReadonlyMap<string, Slack>,
  before: ReadonlyMap<string, Slack>,
): ReadonlyMap<string, Slack> {
  const same = (one: Slack, other: Slack | undefined): other is Slack =>
    other !== undefined &&
    one.free === other.free &&
    one.conflicts.length === other.conflicts.length &&
    one.conflicts.every((end, at) => end.key === other.conflicts[at]?.key);
  return new Map(
    [...now].map(([id, slack]) => {
      const known = before.get(id);
      return [id, same(slack, known) ? known : slack];
    }),
  );
}

/** What waits begins before what it waits for has ended. On one day: a milestone may follow on the day of the end. */
export function collides(blocker: LinkEnd, waiter: LinkEnd): boolean {
  const [before, after] = [barOf(blocker), barOf(waiter)];
  if (!before || !after || blocker.status === COMPLETED || waiter.status === COMPLETED) return false;
  return after.milestone ? after.start < before.due : after.start <= before.due;
}

/** Of a timeline that has more than it draws; `most` is where it ends. */
export const partWords = (shown: number, total: number, most: number, write: (value: number) => string): string =>
  shown < most
    ? `${write(shown)} of ${write(total)} tasks so far…`
    : `A timeline shows ${write(most)} tasks at most: of ${write(total)}, those that begin first. Filter them to see others.`;

export type Line =
  | { kind: 'head'; id: string; label: string; count: number }
  | { kind: 'task'; id: string; card: TaskCard };

type Drawn = { card: TaskCard; bar: Bar };
const byStart = ({ card, bar }: Drawn, { card: other, bar: next }: Drawn): number => {
  if (bar.start !== next.start) return bar.start < next.start ? -1 : 1;
  if (bar.due !== next.due) return bar.due < next.due ? -1 : 1;
  return card._id < other._id ? -1 : 1;
};

/** By their start, as far as they are drawn. */
export const inStartOrder = (cards: readonly TaskCard[]): readonly TaskCard[] =>
  cards
    .flatMap((card): Drawn[] => {
      const bar = barOf(card);
      return bar ? [{ card, bar }] : [];
    })
    .sort(byStart)
    .map(({ card }) => card);

/**
 * Rows keep their places while one looks at them, whatever becomes of their dates. Those that were not there before come
 * after the one that begins before them.
 * @param sorted by their start
 * @param before ids in the order in which they were drawn
 */
export function keptOrder(sorted: readonly TaskCard[], before: readonly string[]): readonly TaskCard[] {
  const byId = new Map(sorted.map((card) => [card._id, card]));
  const known = new Set(before);
  const after = new Map<string, TaskCard[]>();
  let last = '';
  for (const card of sorted) {
    if (known.has(card._id)) last = card._id;
    else if (!after.get(last)?.push(card)) after.set(last, [card]);
  }
  const following = (id: string) => after.get(id) ?? [];
  return [...following(''), ...before.flatMap((id) => [byId.get(id) ?? [], following(id)].flat())];
}

/** One below the other within each lane, in the order of the cards. */
export function linesOf(
  sorted: readonly TaskCard[],
  lanes: Lanes,
  nameOf: (projectId: string) => string,
): readonly Line[] {
  const tasks = (some: readonly TaskCard[]) => some.map((card): Line => ({ kind: 'task', id: card._id, card }));
  if (lanes === 'none') return tasks(sorted);
  const groups = new Map<string, { label: string; cards: TaskCard[] }>();
  for (const card of sorted) {
    const [first] = card.assignees;
    const [id, label] =
      lanes === 'project'
        ? [card.project_id, nameOf(card.project_id)]
        : first
          ? [first._id, first.name]
          : card.hidden_assignees
            ? ['team', 'The team']
            : ['', 'Nobody'];
    const group = groups.get(id) ?? { label, cards: [] };
    group.cards.push(card);
    groups.set(id, group);
  }
  return [...groups]
    .sort(([one, { label: a }], [other, { label: b }]) => Number(one === '') - Number(other === '') || (a < b ? -1 : 1))
    .flatMap(([id, { label, cards: some }]): Line[] => [
      { kind: 'head', id: `lane ${id}`, label, count: some.length },
      ...tasks(some),
    ]);
}
