import type { MilestoneRecord } from '@/lib/milestone/schema';
import type { TaskCard } from '@/lib/task/schema';
import type { CalendarDay, LinkEnd } from '@/lib/task-plan/schema';
import { inDayOrder } from '@/lib/task-plan/vocabulary';
import { list, server } from '../server';
import { PROJECT } from './project';
import { taskDetail } from './task';
import { serveTaskPage } from './task-page';

/** What is due from one day to another, at most `limit` tasks of each, as the calendar reads it. */
export const calendarOf = (cards: readonly TaskCard[], from: string, until: string, limit: number): CalendarDay[] => {
  const days = new Set(cards.flatMap(({ due_date }) => due_date ?? []));
  return [...days]
    .filter((day) => day >= from && day <= until)
    .sort()
    .map((day) => {
      const due = cards.filter(({ due_date }) => due_date === day).toSorted(inDayOrder);
      return { day, total: due.length, docs: due.slice(0, limit) };
    });
};

/** `serveTaskPage` with what a calendar and a timeline, by so many a page, ask, and the form of a new task. */
export function servePlan(first: readonly TaskCard[], size = 500) {
  const tasks = serveTaskPage(first.map((one) => taskDetail(one.number, one)));
  let links: { task_id: string; blocks_id: string }[] = [];
  let others: LinkEnd[] = [];
  let milestones: readonly MilestoneRecord[] = [];
  const dated = () => tasks.cards().filter(({ start_date, due_date }) => start_date ?? due_date);
  const startOf = ({ start_date, due_date }: TaskCard) => start_date ?? due_date ?? '';
  const inOrder = () => dated().toSorted((one, other) => startOf(one).localeCompare(startOf(other)));
  server.on('GET taskCalendar', ({ from, until, limit }) => ({
    days: calendarOf(tasks.cards(), from, until, Number(limit)),
  }));
  const pageAt = (from = '0') => {
    const [all, end] = [inOrder(), Number(from) + size];
    return { tasks: all.slice(Number(from), end), total: all.length, next_cursor: end < all.length ? `${end}` : null };
  };
  server.on('GET taskTimeline', ({ cursor }) => pageAt(cursor));
  server.onAny('GET projectList', () =>
    list([{ ...PROJECT, status: 'active', updated_at: '', rights: { create_task: true } }]),
  );
  server.on('POST Task', ({ title, start_date = null, due_date = null }) =>
    tasks.add(taskDetail(tasks.cards().length + 1, { title, start_date, due_date })),
  );
  server.on('GET milestoneList', () => list(milestones));
  server.on('GET taskLinks', () => ({ links, others }));
  server.on('POST dependency', (pair) => {
    links = [...links, pair];
    return pair;
  });
  server.on('DELETE dependency', (pair) => {
    links = links.filter((one) => one.task_id !== pair.task_id || one.blocks_id !== pair.blocks_id);
    return pair;
  });
  return {
    ...tasks,
    pageAt,
    get links() {
      return links;
    },
    goals(some: readonly MilestoneRecord[]): void {
      milestones = some;
    },
    /** What is linked besides, with tasks that the filters leave out. */
    link(pairs: typeof links, leftOut: LinkEnd[] = []): void {
      links = pairs;
      others = leftOut;
    },
  };
}
