import { createElement, type RefObject, useState } from 'react';
import { useOnDemand } from '@/components/overlay/on-demand';
import type { TaskCard } from '@/lib/task/schema';
import { mayRun } from './board/card-commands';
import type { Looks, TaskChanges } from './task-edit';
import { rightsOn, type Viewer } from './task-rights';

type Source = {
  rows: RefObject<HTMLElement | null>;
  docs: readonly TaskCard[];
  viewer: Viewer;
  today: string;
  /** Answers why not, where it is refused. */
  onEdit: (id: string, changes: TaskChanges, looks?: Looks) => Promise<string | undefined>;
  onRead: (card: TaskCard) => void;
};

const KEYED = ['status', 'assignees', 'due', 'priority', 'labels', 'title'] as const;
export type Keyed = (typeof KEYED)[number];

const load = () => import('./fields/field-box').then(({ FieldBox }) => FieldBox);

/**
 * For rows that show no fields: a command's letter opens its field in a box at the title, its code fetched then. Rows have
 * `data-row`, their links `data-title`.
 */
export function useFieldKeys({ rows, docs, ...shared }: Source) {
  const { Part, press } = useOnDemand(load);
  const [begun, setBegun] = useState<{ card: TaskCard; kind: Keyed; place: DOMRect; at: number } | null>(null);

  /** False where there is no such field, or it may not be changed. */
  function openField(row: string, command: string): boolean {
    const card = docs.find(({ key }) => key === row);
    const kind = KEYED.find((one) => one === command);
    const title = rows.current?.querySelector(`[data-row="${CSS.escape(row)}"] [data-title]`);
    if (!card || !kind || !title || !mayRun(kind, rightsOn(shared.viewer, card))) return false;
    const place = title.getBoundingClientRect();
    setBegun((last) => ({ card, kind, place, at: (last?.at ?? 0) + 1 }));
    press();
    return true;
  }

  const { card, kind, place, at } = begun ?? {};
  return {
    openField,
    editor:
      Part && card && kind && place
        ? createElement(Part, {
            ...shared,
            key: at,
            rows,
            kind,
            place,
            // A task that has left the view meanwhile is the one it was.
            card: docs.find(({ _id }) => _id === card._id) ?? card,
          })
        : null,
  };
}
