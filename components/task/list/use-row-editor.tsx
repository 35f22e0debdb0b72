import { type ReactElement, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useOnDemand } from '@/components/overlay/on-demand';
import type { TaskCard } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import type { FieldKind } from '../fields/field-panel';
import type { TaskChanges } from '../task-edit';
import { rightsOn, type Viewer } from '../task-rights';
import { statusAfter } from '../tick';
import type { TaskRowProps } from './task-row';

type Source = {
  table: RefObject<HTMLElement | null>;
  docs: readonly TaskCard[];
  viewer: Viewer;
  today: string;
  onEdit: (id: string, changes: TaskChanges, people?: TaskCard['assignees']) => void;
  onRead: (card: TaskCard) => void;
};

/** One listener for the ticks and fields of all rows. The editor is made, and its code fetched, when one is wanted. */
export function useRowEditor({ table, docs, viewer, today, onEdit, onRead }: Source) {
  const { Part, press, prefetch } = useOnDemand(loadFieldPanel);
  const [editing, setEditing] = useState<{ id: string; kind: FieldKind; open: boolean } | null>(null);

  const onClick = useEffectEvent((event: MouseEvent) => {
    const button = fieldAt(event.target, table.current);
    const row = button?.closest<HTMLElement>('[data-row]')?.dataset.row;
    const card = docs.find(({ key }) => key === row);
    if (!button || !card) return;
    const field = button.dataset.field as FieldKind | 'done';
    if (field === 'done') return onEdit(card._id, { status: statusAfter(card.status === COMPLETED) });
    const isThere = Part && editing?.id === card._id && editing.kind === field;
    // An editor that is there hears its button by itself; menus hear no press that a row's key made.
    if (isThere && (event.detail > 0 || button.ariaHasPopup !== 'menu')) return;
    setEditing({ id: card._id, kind: field, open: true });
    press();
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

  function panelOf(card: TaskCard): TaskRowProps['panel'] {
    if (!Part || editing?.id !== card._id) return null;
    const { id, kind, open } = editing;
    return {
      kind,
      around: (button: ReactElement) => (
        <Part
          key={kind}
          kind={kind}
          trigger={button}
          open={open}
          onOpenChange={(wanted) => setEditing({ id, kind, open: wanted })}
          card={card}
          rights={rightsOn(viewer, card)}
          today={today}
          viewerId={viewer.memberId}
          onStatus={(status) => onEdit(id, { status })}
          onEdit={(changes, people) => onEdit(id, changes, people)}
          onRead={onRead}
        />
      ),
    };
  }

  return panelOf;
}

const fieldAt = (target: EventTarget | null, table: HTMLElement | null): HTMLElement | null =>
  target instanceof Element && table?.contains(target) ? target.closest<HTMLElement>('[data-field]') : null;

const loadFieldPanel = () => import('../fields/field-panel').then(({ FieldPanel }) => FieldPanel);
