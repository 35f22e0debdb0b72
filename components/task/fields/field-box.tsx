'use client';

import { type RefObject, useState } from 'react';
import { TASK_COMMANDS } from '@/components/keys/task-commands';
import type { TaskCard } from '@/lib/task/schema';
import type { Looks, TaskChanges } from '../task-edit';
import { rightsOn, type Viewer } from '../task-rights';
import type { Keyed } from '../use-field-keys';
import { FieldPanel } from './field-panel';
import type { Refused } from './title-editor';

/**
 * The editor of one field where the title of its task stood when it was asked for: beside the rows and not in one, since a
 * task that goes to another day while its date is typed leaves its row.
 */
export function FieldBox({
  rows,
  kind,
  card,
  place: { left, top, width, height },
  viewer,
  today,
  onEdit,
  onRead,
}: {
  rows: RefObject<HTMLElement | null>;
  kind: Keyed;
  card: TaskCard;
  place: DOMRect;
  viewer: Viewer;
  today: string;
  onEdit: (id: string, changes: TaskChanges, looks?: Looks) => Promise<string | undefined>;
  onRead: (card: TaskCard) => void;
}) {
  const [open, setOpen] = useState(true);
  const [refused, setRefused] = useState<Refused>();
  const find = (part: string) => rows.current?.querySelector<HTMLElement>(part) ?? null;
  async function edit(changes: TaskChanges, looks?: Looks) {
    const why = await onEdit(card._id, changes, looks);
    if (!why || !changes.title) return;
    setRefused({ typed: changes.title, why });
    setOpen(true);
  }
  return (
    <FieldPanel
      key={refused?.why}
      kind={kind}
      trigger={
        <button
          type="button"
          tabIndex={-1}
          aria-label={TASK_COMMANDS.find(({ command }) => command === kind)?.field}
          className="pointer-events-none fixed opacity-0"
          style={{ left, top, width, height }}
        />
      }
      open={open}
      onOpenChange={setOpen}
      // Where the task has left the view, what Tab reaches there.
      finalFocus={() => find(`[data-row="${CSS.escape(card.key)}"] [data-title]`) ?? find('[data-stop][tabindex="0"]')}
      card={card}
      rights={rightsOn(viewer, card)}
      today={today}
      viewerId={viewer.memberId}
      onStatus={(status) => void edit({ status })}
      onEdit={(changes, looks) => void edit(changes, looks)}
      refused={refused}
      onRead={onRead}
    />
  );
}
