'use client';

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { TaskCard, TaskRights } from '@/lib/task/schema';
import {
  afterMove,
  type BoardColumn,
  cardOf,
  type Spot,
  spotOf,
  withCardAt,
  withFields,
  withoutCard,
} from '../board/board-columns';
import type { BoardStore } from '../board/board-store';
import { withChanges } from '../task-edit';
import { firstBoard, keptBoard, restoredBoard, tryOutTask } from './try-out-tasks';

const KEY = 'guildhall-try-out';

export function useLocalBoard(today: string, open: (id: string) => void) {
  const [columns, setColumns] = useState<readonly BoardColumn[]>(() => firstBoard(today));
  const [flashes, setFlashes] = useState<Readonly<Record<string, number>>>({});
  const [found, setFound] = useState(false);
  const removed = useRef(new Map<string, { card: TaskCard; spot: Spot }>());

  // Before the first paint, so that the initial board does not flash.
  useLayoutEffect(() => {
    const kept = restoredBoard(localStorage.getItem(KEY));
    if (kept) setColumns(kept);
    setFound(true);
  }, []);
  useEffect(() => {
    if (found) localStorage.setItem(KEY, keptBoard(columns));
  }, [found, columns]);

  const lightUp = (id: string) => setFlashes((now) => ({ ...now, [id]: Date.now() }));
  const store: BoardStore = {
    columns,
    flashes,
    waiting: NONE,
    move: async (id, target) => {
      setColumns((now) => afterMove(now, id, target));
      lightUp(id);
      return null;
    },
    edit: async (id, { changes }) => {
      setColumns((now) => withFields(now, id, (card) => withChanges(card, changes)));
      lightUp(id);
      return null;
    },
    remove: async (id) => {
      const [card, spot] = [cardOf(columns, id), spotOf(columns, id)];
      if (card && spot) removed.current.set(id, { card, spot });
      setColumns((now) => withoutCard(now, id));
    },
    restore: async (id) => {
      const before = removed.current.get(id);
      if (!before) return;
      setColumns((now) => withCardAt(now, before.card, before.spot.index));
      lightUp(id);
    },
    rights: () => RIGHTS,
    refusal: () => null,
    add: async (column, { title }) => {
      const number = 1 + Math.max(0, ...columns.flatMap(({ docs }) => docs.map((card) => card.number)));
      const card = tryOutTask(number, Number(column), title);
      setColumns((now) => withCardAt(now, card, Number.POSITIVE_INFINITY));
      lightUp(card._id);
    },
    hold: () => undefined,
    hrefOf: ({ key }) => `#${key}`,
    open,
  };
  return {
    store,
    rename: (id: string, title: string) => void store.edit(id, { changes: { title } }),
    restart: () => setColumns(firstBoard(today)),
  };
}

/** Nobody else is here to assign it to or to hide it from. */
const RIGHTS: TaskRights = {
  edit: true,
  move: true,
  assign: false,
  assign_self: false,
  delete: true,
  audience: false,
  comment: false,
};
const NONE: ReadonlySet<string> = new Set();
