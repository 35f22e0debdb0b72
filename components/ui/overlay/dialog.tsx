'use client';

import * as Radix from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { cn } from '@/lib/class-names';
import { useKeyboardInset } from './keyboard-inset';
import { PortalContainer } from './portal-container';

export type DialogProps = {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  trigger?: ReactNode;
  title: string;
  description?: ReactNode;
  /** The safe button first. `DialogClose` closes. */
  footer?: ReactNode;
  children?: ReactNode;
  /** Gets focus on opening; by default the content's first control, before the close button. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Gets focus on closing; by default what had it before. For elements rendered again meanwhile. */
  finalFocus?: () => HTMLElement | null;
  /** A press outside does not close it: for work that would be lost, and dialogs that shrink under the pointer. */
  staysOpen?: boolean;
  role?: 'dialog' | 'alertdialog';
};

/** Nothing but a question: no band between it and its buttons. */
const BODY = 'min-h-0 overflow-y-auto border-t border-border px-5 py-4 empty:hidden has-[>form:empty]:hidden';

const WIDTH = { sm: 'max-w-[400px]', md: 'max-w-[560px]', lg: 'max-w-[800px]' } as const;

/** `grows`: it becomes longer while one fills it in, so its top stays where it is. */
export function Dialog({
  size = 'md',
  grows,
  ...props
}: DialogProps & { size?: keyof typeof WIDTH; grows?: boolean | undefined }) {
  return (
    <Frame
      {...props}
      overlay={cn(
        'grid grid-cols-1 justify-items-center p-4 max-sm:items-end max-sm:p-0 max-sm:pb-[var(--keyboard,0px)]',
        grows ? 'items-start sm:pt-[8dvh]' : 'items-center',
      )}
      panel={cn(
        // The footer is always in view: only the middle scrolls. On phones toasts need the space above.
        'flex w-full flex-col rounded-xl border max-sm:max-h-[calc(100dvh-76px-var(--keyboard,0px))] max-sm:max-w-none max-sm:rounded-b-none motion-safe:data-[state=open]:animate-dialog-in',
        grows ? 'max-h-[calc(92dvh-16px)]' : 'max-h-[calc(100dvh-32px)]',
        WIDTH[size],
      )}
      body={BODY}
    />
  );
}

export function Drawer({
  side = 'right',
  width = 480,
  ...props
}: DialogProps & { side?: 'left' | 'right'; width?: 240 | 380 | 420 | 480 | 960 }) {
  return (
    <Frame
      {...props}
      overlay={cn('flex overflow-hidden pb-[var(--keyboard,0px)]', side === 'right' ? 'justify-end' : 'justify-start')}
      panel={cn(
        'flex h-full flex-col',
        DRAWER_WIDTH[width],
        side === 'right'
          ? 'border-l data-[state=closed]:animate-drawer-out-right data-[state=open]:animate-drawer-in-right'
          : 'border-r data-[state=closed]:animate-drawer-out-left data-[state=open]:animate-drawer-in-left',
      )}
      body={cn('flex-1', BODY)}
    />
  );
}

const DRAWER_WIDTH = {
  240: 'w-60 max-w-[85vw]',
  380: 'w-[380px] max-w-full',
  420: 'w-[420px] max-w-full',
  480: 'w-[480px] max-w-full',
  960: 'w-[960px] max-w-full',
} as const;

const CONTROL = ':is(input, select, textarea, button, a[href], [tabindex="0"]):not(:disabled, [type="hidden"])';

function Frame({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  footer,
  children,
  initialFocus,
  finalFocus,
  staysOpen,
  role,
  overlay,
  panel,
  body,
}: DialogProps & { overlay: string; panel: string; body: string }) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const before = useRef<Element | null>(null);
  const content = useRef<HTMLDivElement>(null);
  useKeyboardInset(element !== null);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay
          className={cn(
            'fixed inset-0 z-dialog bg-shade data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in',
            overlay,
          )}
        >
          <Radix.Content
            ref={setElement}
            {...(role && { role })}
            // Radix warns unless a missing description is explicit.
            {...(description ? {} : { 'aria-describedby': undefined })}
            onOpenAutoFocus={(event) => {
              before.current = document.activeElement;
              const wanted = initialFocus?.current ?? content.current?.querySelector<HTMLElement>(CONTROL);
              if (!wanted) return;
              event.preventDefault();
              wanted.focus();
            }}
            onCloseAutoFocus={(event) => {
              const wanted = finalFocus?.();
              if (wanted) {
                event.preventDefault();
                wanted.focus();
                return;
              }
              // Radix returns focus only to a trigger of its own.
              if (trigger || !(before.current instanceof HTMLElement)) return;
              event.preventDefault();
              before.current.focus();
            }}
            onInteractOutside={(event) => {
              // Pressing Undo in a toast is not leaving the dialog.
              if (staysOpen || (event.target instanceof Element && event.target.closest('.Toastify')))
                event.preventDefault();
            }}
            className={cn('relative border-border bg-surface text-text shadow-e3', panel)}
          >
            <PortalContainer.Provider value={element}>
              <div
                className={cn(
                  'flex justify-between gap-3 py-3 pr-3 pl-5',
                  description ? 'items-start' : 'items-center',
                )}
              >
                <div className="min-w-0 py-1">
                  <Radix.Title dir="auto" className="text-lg font-semibold break-words">
                    {title}
                  </Radix.Title>
                  {description && (
                    <Radix.Description dir="auto" className="mt-1 text-base text-text-2">
                      {description}
                    </Radix.Description>
                  )}
                </div>
                <Radix.Close asChild>
                  <IconButton label="Close" icon={<X />} />
                </Radix.Close>
              </div>
              {children && (
                <div ref={content} className={body}>
                  {children}
                </div>
              )}
              {footer && (
                <div data-foot="" className="flex flex-wrap justify-end gap-2 border-t border-border px-5 py-3">
                  {footer}
                </div>
              )}
            </PortalContainer.Provider>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function DialogClose({ children }: { children: ReactNode }) {
  return <Radix.Close asChild>{children}</Radix.Close>;
}
