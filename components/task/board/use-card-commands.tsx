'use client';

import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { useOnDemand } from '@/components/overlay/on-demand';
import { openOverlay } from '@/components/overlay/overlay';
import { copyLink } from '@/components/page/copy-link';
import type { TaskCard } from '@/lib/task/schema';
import { columnIn, STANDARD } from '@/lib/workflow/vocabulary';
import { cardOf, taskOf } from './board-columns';
import type { BoardStore } from './board-store';
import { type CardCommand, mayRun, otherAudience, type PanelKind } from './card-commands';
import type { useBoardChanges } from './use-board-changes';

type Source = {
  store: BoardStore;
  /** For viewers who never move anything, to whom the page says why. */
  readOnly: boolean;
  today: string;
  viewerId: string;
  changes: ReturnType<typeof useBoardChanges>;
  say: (words: string) => void;
  openMove: (id: string) => void;
  titleOf: (id: string) => HTMLElement | null;
};

export function useCardCommands({ store, readOnly, today, viewerId, changes, say, openMove, titleOf }: Source) {
  const [panel, setPanel] = useState<{ id: string; kind: PanelKind; open: boolean } | null>(null);
  const { Part, press, prefetch } = useOnDemand(loadCardPanel);
  /** Runs after the panel has closed: returning the focus would otherwise close the next one. */
  const next = useRef<(() => void) | null>(null);

  const nameOf = (status: number) => columnIn(store.workflow ?? STANDARD, status).name;

  function openPanel(id: string, kind: PanelKind) {
    setPanel({ id, kind, open: true });
    if (!Part) press();
  }

  function run(id: string, command: CardCommand): void {
    const card = cardOf(store.columns, id);
    if (!card) return;
    if (!mayRun(command, store.rights(card))) {
      say(store.refusal(card) ?? 'You cannot change this here.');
      return;
    }
    switch (command) {
      case 'labels':
        // The try-out board has no organisation whose labels they would be.
        if (!store.open) openPanel(id, command);
        break;
      case 'audience':
        changes.edit(id, { changes: { audience: otherAudience(card) } });
        break;
      case 'move':
        openMove(id);
        break;
      case 'remove':
        changes.remove(id);
        break;
      default:
        openPanel(id, command);
    }
  }

  /** From the menu: starts once the menu has closed. */
  function choose(id: string, command: CardCommand) {
    if (command === 'audience') run(id, command);
    else next.current = () => run(id, command);
  }

  /** Unless a key has opened another one meanwhile. */
  function replace(id: string, kind: PanelKind, by: typeof panel) {
    setPanel((now) => (now && (now.id !== id || now.kind !== kind) ? now : by));
  }

  function closed(id: string, kind: PanelKind): HTMLElement | null {
    const then = next.current;
    next.current = null;
    replace(id, kind, null);
    if (then) queueMicrotask(then);
    return titleOf(id);
  }

  function panelOf(card: TaskCard): ((button: ReactElement) => ReactNode) | null {
    if (!Part || panel?.id !== card._id) return null;
    const { id, kind, open } = panel;
    return (button) => (
      <Part
        key={kind}
        kind={kind}
        trigger={button}
        open={open}
        // The button always opens the menu, whatever was open last.
        onOpenChange={(wanted) => replace(id, kind, { id, kind: wanted ? 'menu' : kind, open: wanted })}
        finalFocus={() => closed(id, kind)}
        card={{ ...card, _id: taskOf(id) }}
        rights={store.rights(card)}
        today={today}
        viewerId={viewerId}
        href={store.hrefOf(card)}
        onOpen={store.open && (() => store.open?.(id))}
        onCopyLink={store.open ? undefined : () => void copyLink(store.hrefOf(card), card.key)}
        onRun={(command) => choose(id, command)}
        // The card has the focus by then, which says which task it is about.
        onOverlay={(name) => {
          next.current = () => openOverlay(name);
        }}
        copies={!store.open && store.add !== undefined}
        refusal={readOnly ? null : store.refusal(card)}
        onStatus={(status) =>
          status !== card.status &&
          (store.fields
            ? changes.edit(id, { changes: { status } }, `${card.key} moved to ${nameOf(status)}.`)
            : changes.move(id, { column: `${status}` }))
        }
        onEdit={(changed, looks) => changes.edit(id, { changes: changed, ...looks })}
        onRead={store.take}
      />
    );
  }

  return { run, panelOf, prefetch };
}

const loadCardPanel = () => import('./card-panel').then(({ CardPanel }) => CardPanel);
