'use client';

import { useState } from 'react';
import { useOnDemand } from '@/components/overlay/on-demand';
import { Toaster } from '@/components/page/toaster';
import { Button } from '@/components/ui/button';
import { Board } from '../board/board';
import { cardOf } from '../board/board-columns';
import { useToday } from '../use-today';
import { useLocalBoard } from './use-local-board';

export function TryOutBoard({ today: fromServer }: { today: string }) {
  const today = useToday(fromServer);
  const [opened, setOpened] = useState<string | null>(null);
  const dialog = useOnDemand(loadTaskDialog);
  const { store, rename, restart } = useLocalBoard(fromServer, (id) => {
    setOpened(id);
    dialog.press();
  });
  const card = opened ? cardOf(store.columns, opened) : undefined;
  return (
    <div className="[--board-height:max(320px,calc(100dvh-300px))]">
      <Board store={store} today={today} />
      <p className="flex flex-wrap items-center gap-2 pt-3 text-sm text-text-3">
        Kept in this browser only.
        <Button variant="quiet" size="compact" onClick={restart}>
          Start over
        </Button>
      </p>
      {dialog.Part && card && (
        <dialog.Part
          key={card._id}
          open={dialog.open}
          onOpenChange={dialog.setOpen}
          taskKey={card.key}
          title={card.title}
          onRename={(title) => rename(card._id, title)}
          onRemove={() => void store.remove(card._id)}
        />
      )}
      <Toaster />
    </div>
  );
}

const loadTaskDialog = () => import('./try-out-dialog').then(({ TryOutDialog }) => TryOutDialog);
