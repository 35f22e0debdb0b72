'use client';

import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect } from 'react';
import { cssTransition, type Id, ToastContainer, type ToastContentProps, toast } from 'react-toastify/unstyled';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { connectToaster, type ToastKind, type ToastMessage } from '@/components/ui/overlay/toast';
import { isolated } from '@/lib/bidi';

import { cn } from '@/lib/class-names';

const AUTO_CLOSE = 5000;
const DRAG_TO_DISMISS_PERCENT = 80;
/** What was dragged may be gone, and with it `dragend`; the pointer moves again only after it. */
const DRAG_OVER = ['dragend', 'drop', 'pointermove'] as const;
/** A bar may float a little above the foot (px). */
const NEAR_FOOT = 96;

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

/** Measures the bars at the foot of the window (`data-foot`), and what they opened, as long as a message is shown. */
function stayAboveBars(): () => void {
  const root = document.documentElement;
  let frame = 0;
  const measure = () => {
    frame = 0;
    if (!shown) return changes.disconnect();
    const boxes = (of: string) => [...document.querySelectorAll(of)].map((one) => one.getBoundingClientRect());
    const bars = boxes('[data-foot]')
      .filter(({ height, top, bottom }) => height > 0 && top > innerHeight / 2 && bottom > innerHeight - NEAR_FOOT)
      .map(({ top }) => innerHeight - top);
    const foot = Math.max(0, ...bars);
    // Nor over what is opened from such a bar, as far as there is room above it.
    const {
      left = 0,
      right = 0,
      height = 0,
    } = document.querySelector('.Toastify__toast')?.getBoundingClientRect() ?? {};
    const opened = boxes('[data-radix-popper-content-wrapper]')
      .filter((one) => one.left < right && one.right > left && one.bottom > innerHeight - foot - height - 32)
      .filter(({ top }) => top > height + 32)
      .map(({ top }) => innerHeight - top);
    root.style.setProperty('--foot', `${Math.max(foot, ...opened)}px`);
  };
  const soon = () => {
    frame ||= requestAnimationFrame(measure);
  };
  const changes = new MutationObserver(soon);
  const stop = toast.onChange(({ status }) => {
    if (status !== 'added') return;
    measure();
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style'] });
  });
  // What is dragged goes where a message may lie.
  const begins = (event: Event) => root.toggleAttribute('data-drags', !event.defaultPrevented);
  const ends = () => root.removeAttribute('data-drags');
  addEventListener('resize', soon);
  addEventListener('dragstart', begins);
  for (const over of DRAG_OVER) addEventListener(over, ends, true);
  return () => {
    stop();
    changes.disconnect();
    cancelAnimationFrame(frame);
    removeEventListener('resize', soon);
    removeEventListener('dragstart', begins);
    for (const over of DRAG_OVER) removeEventListener(over, ends, true);
    ends();
  };
}
