'use client';

import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect } from 'react';
import { cssTransition, type Id, ToastContainer, type ToastContentProps, toast } from 'react-toastify/unstyled';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { followFoot, footBelow } from '@/components/ui/overlay/foot';
import { connectToaster, type ToastKind, type ToastMessage } from '@/components/ui/overlay/toast';
import { isolated } from '@/lib/bidi';

import { cn } from '@/lib/class-names';

const AUTO_CLOSE = 5000;
const DRAG_TO_DISMISS_PERCENT = 80;
/** What was dragged may be gone, and with it `dragend`; the pointer moves again only after it. */
const DRAG_OVER = ['dragend', 'drop', 'pointermove'] as const;

const appear = cssTransition({ enter: 'toast-enter', exit: 'toast-exit', collapseDuration: 140 });

const KIND = {
  success: { icon: CircleCheck, tone: 'text-ok-text', type: 'success' },
  info: { icon: Info, tone: 'text-info-text', type: 'info' },
  failure: { icon: CircleAlert, tone: 'text-danger-text', type: 'error' },
} as const satisfies Record<ToastKind, unknown>;

function ToastBody({ data, closeToast }: ToastContentProps<ToastMessage>) {
  const { icon: Icon, tone } = KIND[data.kind];
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2">
      <Icon className={cn('shrink-0', tone)} />
      {/* A long action goes below the sentence, so that neither is squeezed. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        {/* A sentence of ours may begin with a name of theirs. */}
        <p dir="ltr" className="min-w-0 flex-1 basis-44 py-1 text-base">
          {data.text}
        </p>
        {data.action && (
          <span className="-ml-2.5">
            <Button
              variant="quiet"
              size="compact"
              onClick={() => {
                data.action?.onAction();
                closeToast('action');
              }}
            >
              {isolated(data.action.label)}
            </Button>
          </span>
        )}
      </div>
      <IconButton label="Close" icon={<X />} size="compact" onClick={() => closeToast(true)} />
    </div>
  );
}

/** The message that is shown, and its name at the library. */
let shown: { message: ToastMessage; id: Id } | undefined;

function show(message: ToastMessage) {
  if (shown) toast.dismiss(shown.id);
  const id = toast<ToastMessage>(ToastBody, {
    data: message,
    type: KIND[message.kind].type,
    role: message.kind === 'failure' ? 'alert' : 'status',
    onClose: () => {
      if (shown?.id === id) shown = undefined;
    },
  });
  shown = { message, id };
}

function withdraw(message: ToastMessage) {
  if (shown?.message === message) toast.dismiss(shown.id);
}

const HOST = { show, withdraw };

/** Loaded by `Toaster`. One message at a time, in the middle of the window's foot, above any bar that is there. */
export function ToastHost({ label = 'Messages' }: { label?: string }) {
  useEffect(() => connectToaster(HOST), []);
  useEffect(stayAboveBars, []);
  return (
    <ToastContainer
      aria-label={label}
      position="bottom-center"
      autoClose={AUTO_CLOSE}
      draggable
      draggablePercent={DRAG_TO_DISMISS_PERCENT}
      pauseOnHover
      pauseOnFocusLoss
      closeButton={false}
      icon={false}
      transition={appear}
    />
  );
}

/** Keeps messages above the bars at the foot of the window, and what they opened, as long as one is shown. */
function stayAboveBars(): () => void {
  const root = document.documentElement;
  let leave: (() => void) | undefined;
  const stop = toast.onChange(({ status }) => {
    if (status === 'added') leave ??= followFoot(root, footAndMenus);
    if (status === 'removed' && !shown) leave = void leave?.();
  });
  // What is dragged goes where a message may lie.
  const begins = (event: Event) => root.toggleAttribute('data-drags', !event.defaultPrevented);
  const ends = () => root.removeAttribute('data-drags');
  addEventListener('dragstart', begins);
  for (const over of DRAG_OVER) addEventListener(over, ends, true);
  return () => {
    stop();
    leave?.();
    removeEventListener('dragstart', begins);
    for (const over of DRAG_OVER) removeEventListener(over, ends, true);
    ends();
  };
}

/** Nor over what is opened from a bar at the foot, as far as there is room above it. */
function footAndMenus(): number {
  const container = document.querySelector('.Toastify__toast-container');
  if (!container) return 0;
  const foot = footBelow(container);
  const { left, right, height } = container.getBoundingClientRect();
  const opened = [...document.querySelectorAll('[data-radix-popper-content-wrapper]')]
    .map((one) => one.getBoundingClientRect())
    .filter((one) => one.left < right && one.right > left && one.bottom > innerHeight - foot - height - 32)
    .filter(({ top }) => top > height + 32)
    .map(({ top }) => innerHeight - top);
  return Math.max(foot, ...opened);
}
