import { dragByTouch } from './touch-drag';

const MARK = 'bg-selected';
const STILL = '[data-still]';

/**
 * Rows of a list are put where another one is, by drag or by Alt with the arrow keys on one of them; lists within its rows
 * see to theirs. What is inside `data-still` is written in: it is selected there, and keys are its own.
 * @returns what ends it
 */
export function orderRows(list: HTMLElement, move: (from: number, to: number) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const rows = [...list.children] as HTMLElement[];
  let dragged: HTMLElement | null = null;
  let over: HTMLElement | null = null;
  const rowAt = (target: EventTarget | null) =>
    rows.find((row) => target instanceof Node && row.contains(target)) ?? null;
  const ownRow = (target: EventTarget | null) => {
    const row = rowAt(target);
    return target instanceof Element && target.closest('li') === row && !target.closest(STILL) ? row : null;
  };
  const mark = (row: HTMLElement | null) => {
    over?.classList.remove(MARK);
    over = row;
    over?.classList.add(MARK);
  };
  const end = (moves: boolean) => {
    const [from, to] = [dragged, over];
    dragged = null;
    mark(null);
    if (moves && from && to && from !== to) move(rows.indexOf(from), rows.indexOf(to));
  };

  list.addEventListener(
    'pointerdown',
    ({ target }) => {
      const row = rowAt(target);
      if (row) row.draggable = !(target instanceof Element && target.closest(STILL));
    },
    { signal },
  );
  list.addEventListener(
    'dragstart',
    (event) => {
      dragged = ownRow(event.target);
      if (!dragged || !event.dataTransfer) return;
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setDragImage(dragged, 12, 12);
    },
    { signal },
  );
  list.addEventListener(
    'dragover',
    (event) => {
      if (!dragged) return;
      event.preventDefault();
      event.stopPropagation();
      mark(rowAt(event.target));
    },
    { signal },
  );
  list.addEventListener(
    'drop',
    (event) => {
      if (!dragged) return;
      event.preventDefault();
      end(true);
    },
    { signal },
  );
  list.addEventListener('dragend', () => end(false), { signal });
  list.addEventListener(
    'keydown',
    (event) => {
      const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (!altKey || ctrlKey || metaKey || shiftKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return;
      const row = ownRow(event.target);
      if (!row) return;
      event.preventDefault();
      event.stopPropagation();
      const from = rows.indexOf(row);
      move(from, key === 'ArrowUp' ? from - 1 : from + 1);
    },
    { signal },
  );

  for (const row of rows) {
    row.draggable = true;
    row.querySelector('a')?.setAttribute('aria-keyshortcuts', 'Alt+ArrowUp Alt+ArrowDown');
    if (!navigator.maxTouchPoints) continue;
    const release = dragByTouch(row, {
      ghost: true,
      mayLift: (pressed) => ownRow(pressed) === row,
      lifted: () => {
        dragged = row;
      },
      moved: ({ x, y }) => mark(rowAt(document.elementFromPoint(x, y))),
      dropped: (at) => end(at !== null),
    });
    signal.addEventListener('abort', release);
  }
  return () => listening.abort();
}
