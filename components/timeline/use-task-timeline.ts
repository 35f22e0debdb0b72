'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { tellChange } from '@/components/keys/show-undoable';
import { rememberSent } from '@/components/keys/use-undo';
import { shownRow, shownRows } from '@/components/live/collection';
import { useCatchUp, useLive, useLiveEvents } from '@/components/live/live-provider';
import { readDown } from '@/components/live/read-down';
import { call, reasonOf } from '@/components/query/api-client';
import { useChangeWords } from '@/components/task/change/use-change-words';
import { type TaskChanges, withChange } from '@/components/task/task-edit';
import { timelineKey } from '@/components/task/task-query';
import type { Viewer } from '@/components/task/task-rights';
import { useTaskEdits } from '@/components/task/use-task-edits';
import { useTasks } from '@/components/task/use-tasks';
import { useFormats } from '@/components/ui/formats';
import { showToast } from '@/components/ui/overlay/toast';
import type { InputOf } from '@/lib/api/contract';
import { bidi } from '@/lib/bidi';
import { type LeanCard, wholeCard } from '@/lib/task/lean-card';
import type { TaskCard } from '@/lib/task/schema';
import { filterQuery, type TaskFilters } from '@/lib/task/vocabulary.filter';
import type { TaskLinks } from '@/lib/task-plan/schema';
import { barOf, type Link } from './plan';

/** Rows per reading, and the most that a timeline draws. */
const PAGE = 500;
export const MOST = 10_000;
const ALL = 'all';
/** Until links are read again after something was heard: what one act changes comes as several messages. */
const QUIET_MS = 400;

export type TaskTimelineSource = {
  viewer: Viewer;
  /** The first rows, read by the server at `loadedAt` (ms). */
  first: { docs: readonly LeanCard[]; total: number; cursor: string | null };
  links: TaskLinks;
  loadedAt: number;
  filters: TaskFilters;
  projectId?: string;
  /** Projects whose live messages are followed. */
  heard: readonly string[];
  today: string;
};

/** `say` is heard by screen readers. */
export function useTaskTimeline(source: TaskTimelineSource, say: (words: string) => void) {
  const { projectId, today } = source;
  const first = useMemo(() => ({ ...source.first, docs: source.first.docs.map(wholeCard) }), [source.first]);
  const formats = useFormats();
  const filters = { ...source.filters, sort: undefined, group: undefined };
  const search = { ...filterQuery(filters, { today, firstDay: formats.firstDay }), project_id: projectId };
  const read = async (part: Partial<InputOf<'GET taskTimeline'>>, signal?: AbortSignal) => {
    const {
      tasks: docs,
      total,
      next_cursor: cursor,
    } = await call('GET taskTimeline', { ...search, ...part }, { signal });
    return { docs, total, cursor };
  };
  const tasks = useTasks({
    ...source,
    filters,
    key: timelineKey(search),
    first: { lists: { [ALL]: first } },
    list: () => ALL,
    compare: inStartOrder,
    hides: (card) => barOf(card) === null,
    read: async ({ lists }, signal) => {
      const known = lists[ALL]?.docs.length ?? 0;
      const first = await read({ limit: PAGE }, signal);
      return {
        lists: { [ALL]: await readDown(first, known, (cursor) => read({ limit: PAGE, cursor }, signal)) },
      };
    },
  });
  const { state, now, more } = tasks;
  const list = state.lists[ALL];
  const shown = useMemo(() => shownRows(state, ALL, withChange).docs, [state]);

  // All of them, one page after the other: bars and lines of a plan are seen together.
  const cursor = list && list.docs.length < MOST ? list.cursor : null;
  const latest = useRef({ more, read });
  useEffect(() => {
    latest.current = { more, read };
  });
  const [turn, setTurn] = useState(0);
  /** Why no further page comes. */
  const [stopped, setStopped] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each page comes the next, wherever it begins by then
  useEffect(() => {
    if (!cursor) return;
    latest.current
      .more(ALL, (from) => latest.current.read({ cursor: from, limit: PAGE }))
      .then(() => {
        setStopped(null);
        setTurn((count) => count + 1);
      })
      .catch((error) => setStopped(reasonOf(error)));
  }, [cursor, turn]);

  const { channels } = useLive();
  const links = useQuery({
    queryKey: ['task-links', search],
    queryFn: ({ signal }): Promise<TaskLinks> => call('GET taskLinks', search, { signal }),
    gcTime: 0,
    initialData: source.links,
    initialDataUpdatedAt: source.loadedAt,
  });
  const { refetch } = links;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const linksSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void refetch(), QUIET_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveEvents(source.heard.map(channels.project), ({ event }) => {
    if (event === 'task.changed') linksSoon();
  });
  useCatchUp(linksSoon);

  const wordsOf = useChangeWords();
  const day = (date: string) => formats.day(date, 'short');
  const moves = ({ start_date, due_date }: TaskChanges) => start_date !== undefined || due_date !== undefined;
  const datesOf = (card: Parameters<typeof barOf>[0]) => {
    const bar = barOf(card);
    if (!bar) return 'no date';
    return bar.milestone ? day(bar.due) : `${day(bar.start)} to ${day(bar.due)}`;
  };
  const { edit, remember } = useTaskEdits(tasks, {
    begun: (before, changes) => {
      if (moves(changes)) say(bidi`${before.title}: ${datesOf({ ...before, ...changes })}`);
      return moves(changes);
    },
    done: async (before, changes, looks, step) =>
      tellChange(
        moves(changes)
          ? `${before.key}: ${datesOf({ ...before, ...changes })}.`
          : await wordsOf(before, changes, looks),
        step,
      ),
    refused: say,
  });

  /** A new dependency, or one less. */
  async function link(pair: Link, added: boolean, undone?: readonly [TaskCard, TaskCard]): Promise<void> {
    const shown = [shownRow(now(), pair.task_id, withChange), shownRow(now(), pair.blocks_id, withChange)] as const;
    const [blocker, waiter] = undone ?? shown;
    if (!blocker || !waiter) return;
    const text = `${blocker.key} ${added ? 'blocks' : 'no longer blocks'} ${waiter.key}.`;
    const sent = call(added ? 'POST dependency' : 'DELETE dependency', pair);
    const step = undone ? null : rememberSent(sent, () => link(pair, !added, [blocker, waiter]), remember);
    try {
      await sent;
      say(text);
      tellChange(text, step);
    } catch (error) {
      const words = bidi`${waiter.key} ${added ? 'was not linked' : 'still waits'}. ${reasonOf(error)}`;
      showToast({ kind: 'failure', text: words });
      say(words);
    }
    void refetch();
  }

  return {
    cards: shown,
    total: list?.total ?? 0,
    complete: !list?.cursor,
    links: links.data.links,
    others: links.data.others,
    waiting: tasks.waiting,
    failed: tasks.failed,
    retry: () => void tasks.reread(),
    stopped: cursor && stopped,
    goOn: () => {
      setStopped(null);
      setTurn((count) => count + 1);
    },
    edit,
    take: tasks.take,
    link: (pair: Link) => void link(pair, true),
    unlink: (pair: Link) => void link(pair, false),
    hold: (id: string | null) => tasks.dispatch({ type: 'held', id }),
  };
}

const keyOf = ({ start_date, due_date }: TaskCard) => start_date ?? due_date ?? '';
/** The server's order. */
const inStartOrder = (one: TaskCard, other: TaskCard): number => {
  const [a, b] = [keyOf(one), keyOf(other)];
  return a === b ? (one._id < other._id ? -1 : one._id > other._id ? 1 : 0) : a < b ? -1 : 1;
};
