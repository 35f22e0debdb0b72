'use client';

import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { isolated } from '@/lib/bidi';
import { NotRefreshed } from '../not-refreshed';
import { BesideView } from '../peek/beside-view';
import { usePeek, type Walk } from '../peek/use-peek';
import { readsOnly, type Viewer, whyNot } from '../task-rights';
import { useKeptSet } from '../use-kept-set';
import { useToday } from '../use-today';
import { Board } from './board';
import type { BoardStore } from './board-store';
import { keepLastBoard } from './last-board';

export type BoardPageProps = {
  viewer: Viewer;
  projectKey: string;
  /** The saved view, or what the columns and lanes are: closed ones are kept for each. */
  view: string;
  today: string;
};

/** A project's board with what surrounds it: a failed reading, closed columns, the task beside it. */
export function BoardPage({
  viewer,
  projectKey,
  view,
  today: fromServer,
  store,
  failed,
  retry,
  note,
}: BoardPageProps & { store: BoardStore; failed: boolean; retry: () => void; note?: ReactNode }) {
  const today = useToday(fromServer);
  useEffect(() => keepLastBoard(projectKey), [projectKey]);
  const { words: closed, toggle } = useKeptSet(`${viewer.memberId}:board-closed:${view}`);
  const board = useRef<HTMLDivElement>(null);
  const walk = useRef<Walk>(null);
  const peek = usePeek(board, (key, step) => walk.current?.(key, step));
  // What lies below the task can be scrolled out from there, where columns scroll anyway.
  const isOpen = peek.key !== null;
  useLayoutEffect(() => {
    const columns = board.current?.querySelector<HTMLElement>('[data-columns]');
    if (!columns) return;
    if (isOpen && columns.scrollWidth > columns.clientWidth) columns.dataset.beside = '';
    else delete columns.dataset.beside;
  }, [isOpen]);
  return (
    <>
      <div ref={board} style={{ '--board-height': 'max(360px, calc(100dvh - var(--around)))' } as CSSProperties}>
        {failed && <NotRefreshed view="board" onRetry={retry} />}
        {isolated(note)}
        <Board
          store={{ ...store, fold: { closed, toggle } }}
          walk={walk}
          today={today}
          viewerId={viewer.memberId}
          marksAudience={viewer.role !== 'client'}
          readOnly={readsOnly(viewer) ? whyNot(viewer) : null}
        />
      </div>
      <BesideView {...{ peek, viewer }} cards={store.columns.flatMap(({ docs }) => docs)} today={fromServer} />
    </>
  );
}
