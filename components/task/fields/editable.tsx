'use client';

import type { ComponentType, ReactNode } from 'react';
import { useOnDemand } from '@/components/overlay/on-demand';
import type { EditorProps } from '@/components/ui/form/editor';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { cn } from '@/lib/class-names';

/**
 * A value that turns into its editor when it is pressed. The editor's code is fetched on intent, so that a long list
 * carries plain buttons only.
 */
export function Editable<P extends object>({
  name,
  load,
  editor,
  popup,
  field,
  look = 'cell',
  children,
}: {
  /** The field's name, before the value for screen readers, e.g. "Status". */
  name: string;
  /** A function of the module, so that it is the same at each render. */
  load: () => Promise<ComponentType<P & EditorProps>>;
  /** The editor's own props. */
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
