'use client';

import type { ComponentType, ReactNode } from 'react';
import { useOnDemand } from '@/components/overlay/on-demand';
import type { EditorProps } from '@/components/ui/form/editor';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { cn } from '@/lib/class-names';

/** A button that turns into an editor. The editor's code is fetched on intent, so a long list is only plain buttons. */
export function Editable<P extends object>({
  name,
  load,
  editor,
  popup,
  field,
  look = 'cell',
  children,
}: {
  /** Read before the value by screen readers, e.g. "Status". */
  name: string;
  /** Must be the same function at every render. */
  load: () => Promise<ComponentType<P & EditorProps>>;
  editor: P;
  popup: 'menu' | 'dialog';
  /** Lets a row's keys find it. */
  field?: string;
  look?: 'cell' | 'field';
  children: ReactNode;
}) {
  const { Part, open, setOpen, opener } = useOnDemand(load);
  const button = (
    <button
      type="button"
      aria-haspopup={popup}
      data-field={field}
      {...opener}
      className={cn(
        'flex max-w-full items-center text-left hover:bg-hover aria-expanded:bg-hover',
        look === 'cell'
          ? '-mx-1.5 min-h-8 rounded-sm px-1.5 pointer-coarse:min-h-11'
          : '-mx-2 min-h-[34px] w-[calc(100%+16px)] rounded-sm px-2 pointer-coarse:min-h-11',
      )}
    >
      <VisuallyHidden>{name}: </VisuallyHidden>
      {children}
    </button>
  );
  return Part ? <Part {...editor} trigger={button} open={open} onOpenChange={setOpen} /> : button;
}
