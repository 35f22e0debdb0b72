import { Copy, Download, FolderInput, Trash2, Users, X } from 'lucide-react';
import type { ItemActions } from '@/components/file/change/use-item-actions';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import type { Item } from './item';

/** What can be done with everything that is chosen. */
export function SelectionBar({
  items,
  actions,
  moves,
  onClear,
}: {
  items: readonly Item[];
  actions: ItemActions;
  /** Whether anything may be put here. */
  moves: boolean;
  onClear: () => void;
}) {
  if (items.length === 0) return null;
  const edits = items.every(({ rights }) => rights.edit);
  const shares = items.every(({ rights }) => rights.share);
  const leave = (work: () => void) => () => {
    work();
    onClear();
  };
  return (
    <section
      aria-label="Selection"
      data-foot=""
      className="sticky bottom-3 z-sticky mt-3 flex flex-wrap items-center gap-1 rounded-xl border border-border bg-surface p-1.5 pl-3 shadow-e2 max-sm:bottom-[calc(68px+env(safe-area-inset-bottom))]"
    >
      <p role="status" className="mr-auto text-base font-semibold">
        {items.length} selected
      </p>
      <Button size="compact" variant="quiet" icon={<Download />} onClick={() => actions.download(items)}>
        Download
      </Button>
      {edits && (
        <Button
          size="compact"
          variant="quiet"
          icon={<FolderInput />}
          aria-haspopup="dialog"
          onClick={() => actions.ask({ ask: 'move', items })}
        >
          Move
        </Button>
      )}
      {moves && (
        <Button
          size="compact"
          variant="quiet"
          icon={<Copy />}
          aria-haspopup="dialog"
          onClick={() => actions.ask({ ask: 'copy', items })}
        >
          Copy
        </Button>
      )}
      {shares && (
        <Button
          size="compact"
          variant="quiet"
          icon={<Users />}
          aria-haspopup="dialog"
          onClick={() => actions.ask({ ask: 'share', items })}
        >
          Visible to clients
        </Button>
      )}
      {edits && (
        <Button size="compact" variant="quiet" icon={<Trash2 />} onClick={leave(() => void actions.remove(items))}>
          Delete
        </Button>
      )}
      <IconButton size="compact" label="Clear the selection" icon={<X />} onClick={onClear} />
    </section>
  );
}
