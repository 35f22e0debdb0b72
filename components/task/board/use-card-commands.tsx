'use client';

import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { useOnDemand } from '@/components/overlay/on-demand';
import { copyLink } from '@/components/page/copy-link';
import type { TaskCard } from '@/lib/task/schema';
import { cardOf, endOf } from './board-columns';
import type { BoardStore } from './board-store';
import { type CardCommand, mayRun, otherAudience, type PanelKind } from './card-commands';
import type { useBoardChanges } from './use-board-changes';

type Source = {
  store: BoardStore;
  today: string;
  viewerId: string;
  changes: ReturnType<typeof useBoardChanges>;
  say: (words: string) => void;
  openMove: (id: string) => void;
  titleOf: (id: string) => HTMLElement | null;
};

export function useCardCommands({ store, today, viewerId, changes, say, openMove, titleOf }: Source) {
  const [panel, setPanel] = useState<{ id: string; kind: PanelKind; open: boolean } | null>(null);
  const { Part, press, prefetch } = useOnDemand(loadCardPanel);
  /** Runs after the panel has closed: returning the focus would otherwise close the next one. */
  const next = useRef<(() => void) | null>(null);

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
      case 'audience':
        changes.edit(id, { audience: otherAudience(card) });
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

  function closed(id: string): HTMLElement | null {
    const then = next.current;
    next.current = null;
    setPanel(null);
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
        onOpenChange={(wanted) => setPanel({ id, kind: wanted ? 'menu' : kind, open: wanted })}
        finalFocus={() => closed(id)}
        card={card}
        rights={store.rights(card)}
        today={today}
        viewerId={viewerId}
        href={store.hrefOf(card)}
        onOpen={store.open && (() => store.open?.(id))}
        onCopyLink={store.open ? undefined : () => void copyLink(store.hrefOf(card), card.key)}
        onRun={(command) => choose(id, command)}
        onStatus={(status) => status !== card.status && changes.move(id, endOf(status))}
        onEdit={(fields, people) => changes.edit(id, fields, people)}
        onRead={store.take}
      />
    );
  }

  return { run, panelOf, prefetch };
}

const loadCardPanel = () => import('./card-panel').then(({ CardPanel }) => CardPanel);
