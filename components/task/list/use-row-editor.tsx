import { type ReactElement, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { ShownField } from '@/components/custom-field/field-value';
import { useOnDemand } from '@/components/overlay/on-demand';
import type { TaskCard } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import { mayRun } from '../board/card-commands';
import type { FieldKind } from '../fields/field-panel';
import type { Refused } from '../fields/title-editor';
import type { Looks, TaskChanges } from '../task-edit';
import { rightsOn, type Viewer } from '../task-rights';
import { statusAfter } from '../tick';
import type { TaskRowProps } from './task-row';

type Source = {
  table: RefObject<HTMLElement | null>;
  docs: readonly TaskCard[];
  viewer: Viewer;
  today: string;
  /** Of the columns that the organisation defines. */
  fields: readonly ShownField[];
  /** Answers why not, where it is refused. */
  onEdit: (id: string, changes: TaskChanges, looks?: Looks) => Promise<string | undefined>;
  onRead: (card: TaskCard) => void;
};

type Editing = { id: string; kind: FieldKind; open: boolean; aside?: boolean; refused?: Refused };

/** By their keys; their columns may be hidden. */
const KEYED = ['status', 'assignees', 'due', 'priority', 'labels', 'title'] as const;

/** One listener for the ticks and fields of all rows. The editor is made, and its code fetched, when one is wanted. */
export function useRowEditor({ table, docs, viewer, today, fields, onEdit, onRead }: Source) {
  const { Part, press, prefetch } = useOnDemand(loadFieldPanel);
  const [editing, setEditing] = useState<Editing | null>(null);
  function begin(next: Editing) {
    setEditing(next);
    press();
  }

  const onClick = useEffectEvent((event: MouseEvent) => {
    const button = fieldAt(event.target, table.current);
    const row = button?.closest<HTMLElement>('[data-row]')?.dataset.row;
    const card = docs.find(({ key }) => key === row);
    if (!button || !card) return;
    const field = button.dataset.field as FieldKind | 'done';
    if (field === 'done') return void onEdit(card._id, { status: statusAfter(card.status === COMPLETED) });
    const isThere = Part && editing?.id === card._id && editing.kind === field && !editing.aside;
    // An editor that is there hears its button by itself; menus hear no press that a row's key made.
    if (isThere && field !== 'title' && (event.detail > 0 || button.ariaHasPopup !== 'menu')) return;
    begin({ id: card._id, kind: field, open: true });
  });
  const onNear = useEffectEvent(({ target }: Event) => {
    const button = fieldAt(target, table.current);
    if (button && button.dataset.field !== 'done') prefetch();
  });
  useEffect(() => {
    const click = (event: MouseEvent) => onClick(event);
    const near = (event: Event) => onNear(event);
    document.addEventListener('click', click);
    document.addEventListener('pointerover', near);
    document.addEventListener('focusin', near);
    return () => {
      document.removeEventListener('click', click);
      document.removeEventListener('pointerover', near);
      document.removeEventListener('focusin', near);
    };
  }, []);

  const partOf = (row: string, part: string) =>
    table.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"] ${part}`) ?? null;

  /** A field whose cell is not there, by its key; false where there is none, or it may not be changed. */
  function openField(row: string, command: string): boolean {
    const card = docs.find(({ key }) => key === row);
    const kind = KEYED.find((one) => one === command);
    if (!card || !kind || !mayRun(kind, rightsOn(viewer, card))) return false;
    begin({ id: card._id, kind, open: true, aside: kind !== 'title' });
    return true;
  }

  async function edit(card: TaskCard, changes: TaskChanges, looks?: Looks) {
    const why = await onEdit(card._id, changes, looks);
    if (why && changes.title)
      setEditing({ id: card._id, kind: 'title', open: true, refused: { typed: changes.title, why } });
  }

  /** Back to the title, unless the focus went elsewhere by itself. */
  const refocus = (row: string) =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) partOf(row, '[data-title]')?.focus();
    });

  function panelOf(card: TaskCard): TaskRowProps['panel'] {
    if (!Part || editing?.id !== card._id) return null;
    const { id, kind, open, aside, refused } = editing;
    if (kind === 'title' && !open) return null;
    return {
      kind,
      aside,
      around: (trigger: ReactElement) => (
        <Part
          key={`${kind} ${refused?.why}`}
          kind={kind}
          trigger={trigger}
          open={open}
          onOpenChange={(wanted) => {
            setEditing({ id, kind, aside, open: wanted });
            if (kind === 'title') refocus(card.key);
          }}
          finalFocus={() => (aside ? partOf(card.key, '[data-title]') : partOf(card.key, `[data-field="${kind}"]`))}
          card={card}
          rights={rightsOn(viewer, card)}
          today={today}
          fields={fields}
          viewerId={viewer.memberId}
          onStatus={(status) => void edit(card, { status })}
          onEdit={(changes, looks) => void edit(card, changes, looks)}
          inPlace
          refused={refused}
          onRead={onRead}
        />
      ),
    };
  }

  return { panelOf, openField };
}

const fieldAt = (target: EventTarget | null, table: HTMLElement | null): HTMLElement | null =>
  target instanceof Element && table?.contains(target) ? target.closest<HTMLElement>('[data-field]') : null;

const loadFieldPanel = () => import('../fields/field-panel').then(({ FieldPanel }) => FieldPanel);
