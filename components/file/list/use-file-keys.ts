import type { RefObject } from 'react';
import type { ItemActions } from '@/components/file/change/use-item-actions';
import type { FileItem, Item } from '@/components/file/item';
import { isForTyping, singleKeysAreOn } from '@/components/keys/single-keys';
import { usePageEvent } from '@/components/keys/use-page-event';
import type { Selection } from './use-selection';
import { useWalk } from './use-walk';

type Keys = {
  /** Those that are read; `total` counts the others, too. */
  items: readonly Item[];
  total: number;
  chosen: readonly Item[];
  selection: Selection;
  actions: ItemActions;
  open: (file: FileItem) => void;
  /** Absent where nothing may be put. */
  paste?: () => void;
  pasteFiles?: (files: readonly File[]) => void;
};

type Walk = ReturnType<typeof useWalk>['walk'];

/**
 * J, K and arrows walk the names, with Shift they extend; X selects, Space previews, F2, M, Delete and Ctrl X, C, V, A.
 * @returns `drawn`: to be called once other rows are drawn
 */
export function useFileKeys(region: RefObject<HTMLElement | null>, keys: Keys): { drawn: () => void } {
  const { walk, drawn } = useWalk(region, keys);
  usePageEvent('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || isForTyping(event) || !(event.target instanceof Element)) return;
    const row = event.target.closest<HTMLElement>('[data-files] [data-item]');
    const item = keys.items.find(({ _id }) => _id === row?.dataset.item);
    const done =
      event.ctrlKey || event.metaKey ? withControl(event, keys, item) : plain(event, keys, item, region.current, walk);
    if (done) event.preventDefault();
  });
  usePageEvent('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (
      files.length === 0 ||
      !keys.pasteFiles ||
      (event.target instanceof Element && event.target.closest('input, textarea'))
    )
      return;
    event.preventDefault();
    keys.pasteFiles(files);
  });
  return { drawn };
}

/** What a key is about: all that is chosen, or the row that has the focus. */
const subject = ({ chosen }: Keys, item: Item | undefined): readonly Item[] =>
  chosen.length > 0 && (!item || chosen.includes(item)) ? chosen : item ? [item] : [];

const editable = (items: readonly Item[]) => items.length > 0 && items.every(({ rights }) => rights.edit);

function withControl({ key }: KeyboardEvent, keys: Keys, item: Item | undefined): boolean {
  const items = subject(keys, item);
  switch (key.toLowerCase()) {
    case 'a':
      if (!item && keys.chosen.length === 0) return false;
      keys.selection.all();
      return true;
    case 'x':
      if (!editable(items)) return false;
      keys.actions.keep(items, true);
      return true;
    case 'c':
      if (items.length === 0 || window.getSelection()?.toString()) return false;
      keys.actions.keep(items, false);
      return true;
    case 'v':
      if (!keys.paste || !keys.actions.clipboard) return false;
      keys.paste();
      return true;
    default:
      return false;
  }
}

const STEPS: Record<string, number> = { j: 1, k: -1 };

/** Rows go up and down; tiles also to the sides, and up and down by a line of them. */
function arrowStep(key: string, region: HTMLElement | null): number {
  const tiles = region?.querySelector<HTMLElement>('ul:has(> [data-item])');
  const line = tiles ? getComputedStyle(tiles).gridTemplateColumns.split(' ').length : 1;
  const aside = tiles ? 1 : 0;
  return { ArrowDown: line, ArrowUp: -line, ArrowRight: aside, ArrowLeft: -aside }[key] ?? 0;
}

function plain(
  event: KeyboardEvent,
  keys: Keys,
  item: Item | undefined,
  region: HTMLElement | null,
  walk: Walk,
): boolean {
  const { key, shiftKey } = event;
  const { selection, actions } = keys;
  const letters = singleKeysAreOn();
  const onName = event.target instanceof Element && event.target.matches('[data-name], body');
  const step = (letters && STEPS[key]) || (item && onName && arrowStep(key, region)) || 0;
  if (step) return walk(item, step, shiftKey);
  const items = subject(keys, item);
  if (key === 'Escape') {
    if (keys.chosen.length === 0 && !actions.clipboard) return false;
    selection.clear();
    actions.dropClipboard();
    return true;
  }
  // Held down, the others do what they do once: the next row has the focus by then.
  if (event.repeat) return false;
  if (item && letters && key === 'x') selection.toggle(item._id);
  else if (item?.kind === 'file' && key === ' ' && onName) keys.open(item);
  else if (key === 'F2' && items.length === 1 && editable(items)) actions.rename(items[0]?._id ?? null);
  else if (key === 'Delete' && editable(items)) {
    stepAside(region, items);
    selection.clear();
    void actions.remove(items);
  } else if (letters && key === 'm' && editable(items)) actions.ask({ ask: 'move', items });
  else return false;
  return true;
}

/** To the name after those that go, or before them. */
function stepAside(region: HTMLElement | null, items: readonly Item[]): void {
  const going = new Set<string | undefined>(items.map(({ _id }) => _id));
  const names = [...(region?.querySelectorAll<HTMLElement>('[data-item] [data-name]') ?? [])];
  const stays = (name: HTMLElement) => !going.has(name.closest<HTMLElement>('[data-item]')?.dataset.item);
  const first = names.findIndex((name) => !stays(name));
  (names.slice(first).find(stays) ?? names.slice(0, first).findLast(stays))?.focus();
}
