'use client';

import type { ComponentType, ReactNode } from 'react';
import { useOnDemand } from '@/components/overlay/on-demand';
import type { EditorProps } from '@/components/ui/form/editor';
import { VisuallyHidden } from '@/components/ui/visually-hidden';

/** A button that turns into an editor. The editor's code is fetched on intent, so a page is only plain buttons. */
export function Editable<P extends object>({
  name,
  load,
  editor,
  popup,
  children,
}: {
  /** Read before the value by screen readers, e.g. "Status". */
  name: string;
  /** Must be the same function at every render. */
  load: () => Promise<ComponentType<P & EditorProps>>;
  editor: P;
  popup: 'menu' | 'dialog';
  children: ReactNode;
}) {
  const { Part, open, setOpen, opener } = useOnDemand(load);
  const button = (
    <button
      type="button"
      aria-haspopup={popup}
      data-task-field={name}
      {...opener}
      // A menu that is there hears the pointer and Enter by itself, but no click that a key's command made.
      onClick={Part ? (popup === 'menu' ? ({ detail }) => detail === 0 && setOpen(true) : undefined) : opener.onClick}
      className="-mx-2 flex max-w-full min-h-[34px] w-[calc(100%+16px)] items-center rounded-sm px-2 text-left hover:bg-hover aria-expanded:bg-hover pointer-coarse:min-h-11"
    >
      <VisuallyHidden>{name}: </VisuallyHidden>
      {children}
    </button>
  );
  return Part ? <Part {...editor} trigger={button} open={open} onOpenChange={setOpen} /> : button;
}
