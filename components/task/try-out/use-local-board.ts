'use client';

import { useEffect, useLayoutEffect, useState } from 'react';
import type { BoardColumn } from '@/lib/task/schema';
import { afterMove } from '../board/board-state';
import type { BoardStore } from '../board/board-store';
import { firstBoard, keptBoard, restoredBoard, tryOutTask } from './try-out-tasks';

const KEY = 'guildhall-try-out';

/** A board that lives in this browser alone. */
export function useLocalBoard(today: string, open: (id: string) => void) {
  const [columns, setColumns] = useState<readonly BoardColumn[]>(() => firstBoard(today));
  const [flashes, setFlashes] = useState<Readonly<Record<string, number>>>({});
  const [found, setFound] = useState(false);

  // Before the first paint, so that nobody sees the beginning again for a moment.
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
    move: async (id, placement) => {
      setColumns((now) => afterMove(now, id, placement));
      lightUp(id);
    },
    refusal: () => null,
    add: async (status, title) => {
      const number = 1 + Math.max(0, ...columns.flatMap(({ docs }) => docs.map((card) => card.number)));
      const card = tryOutTask(number, status, title);
      setColumns((now) =>
        now.map((column) =>
          column.status === status ? { ...column, total: column.total + 1, docs: [...column.docs, card] } : column,
        ),
      );
      lightUp(card._id);
    },
    hold: () => undefined,
    hrefOf: ({ key }) => `#${key}`,
    open,
  };
  return {
    store,
    rename: (id: string, title: string) =>
      setColumns((now) =>
        now.map((column) => ({
          ...column,
          docs: column.docs.map((card) => (card._id === id ? { ...card, title } : card)),
        })),
      ),
    remove: (id: string) =>
      setColumns((now) =>
        now.map((column) => {
          const docs = column.docs.filter(({ _id }) => _id !== id);
          return { ...column, docs, total: docs.length };
        }),
      ),
    restart: () => setColumns(firstBoard(today)),
  };
}

const NONE: ReadonlySet<string> = new Set();
