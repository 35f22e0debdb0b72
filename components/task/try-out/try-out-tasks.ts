import { dayAfter } from '@/lib/formats/days';
import type { TaskCard } from '@/lib/task/schema';
import { STATUSES } from '@/lib/task/vocabulary';
import { cut } from '@/lib/text';
import { type BoardColumn, columnOf } from '../board/board-columns';

/** Days are counted from today. */
const BEGINNING: readonly { status: number; title: string; due?: number; priority?: TaskCard['priority'] }[] = [
  { status: 1, title: 'Drag me to In Process', priority: 'high', due: 0 },
  { status: 1, title: 'Press Space on a task, then the arrow keys', due: 2 },
  { status: 1, title: 'Choose a date for the workshop' },
  { status: 2, title: 'Collect the texts for the brochure', due: 1 },
  { status: 2, title: 'Compare the three printing offers', due: -1, priority: 'urgent' },
  { status: 3, title: 'Proofread the invitation', due: 4 },
  { status: 4, title: 'Book the room', due: -6 },
  { status: 5, title: 'Film the opening speech' },
];

export function tryOutTask(number: number, status: number, title: string, part: Partial<TaskCard> = {}): TaskCard {
  return {
    _id: `try-${number}`,
    key: `TRY-${number}`,
    project_id: 'try',
    number,
    title,
    status,
    status_label: '',
    priority: 'none',
    rank: '',
    audience: 'internal',
    assignees: [],
    category_id: null,
    start_date: null,
    estimate_minutes: null,
    due_date: null,
    hidden_assignees: false,
    parent: null,
    completed_at: null,
    comment_count: 0,
    created_by_id: null,
    version: 1,
    created_at: '',
    updated_at: '',
    ...part,
  };
}

export function firstBoard(today: string): BoardColumn[] {
  const tasks = BEGINNING.map(({ status, title, due, priority = 'none' }, index) =>
    tryOutTask(index + 1, status, title, { priority, due_date: due === undefined ? null : dayAfter(today, due) }),
  );
  return STATUSES.map(({ code, label }) => {
    const docs = tasks.filter(({ status }) => status === code);
    return columnOf({ status: code, label, total: docs.length, hidden: 0, docs, next_cursor: null });
  });
}

/** Null if the kept text is not a board. */
export function restoredBoard(kept: string | null): BoardColumn[] | null {
  try {
    const lists = JSON.parse(kept ?? 'null') as unknown;
    if (!Array.isArray(lists) || lists.length !== STATUSES.length) return null;
    return STATUSES.map(({ code, label }, index) => {
      const list: unknown = lists[index];
      if (!Array.isArray(list)) throw new TypeError('not a list');
      const docs = list.slice(0, 200).map((task: { n: number; t: string; d?: string; p?: TaskCard['priority'] }) =>
        tryOutTask(Number(task.n), code, cut(String(task.t), 200), {
          due_date: /^\d{4}-\d\d-\d\d$/.test(task.d ?? '') ? (task.d as string) : null,
          priority: task.p === 'high' || task.p === 'urgent' ? task.p : 'none',
        }),
      );
      return columnOf({ status: code, label, total: docs.length, hidden: 0, docs, next_cursor: null });
    });
  } catch {
    return null;
  }
}

export const keptBoard = (columns: readonly BoardColumn[]): string =>
  JSON.stringify(
    columns.map(({ docs }) =>
      docs.map(({ number, title, due_date, priority }) => ({
        n: number,
        t: title,
        ...(due_date && { d: due_date }),
        ...(priority !== 'none' && { p: priority }),
      })),
    ),
  );
