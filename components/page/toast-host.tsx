'use client';

import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect } from 'react';
import { cssTransition, ToastContainer, type ToastContentProps, toast } from 'react-toastify/unstyled';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { connectToaster, type ToastKind, type ToastMessage } from '@/components/ui/overlay/toast';
import { isolated } from '@/lib/bidi';

import { cn } from '@/lib/class-names';

const AUTO_CLOSE = 5000;
const DRAG_TO_DISMISS_PERCENT = 80;

const appear = cssTransition({ enter: 'toast-enter', exit: 'toast-exit', collapseDuration: 140 });

const KIND = {
  success: { icon: CircleCheck, tone: 'text-ok-text', type: 'success' },
  info: { icon: Info, tone: 'text-info-text', type: 'info' },
  failure: { icon: CircleAlert, tone: 'text-danger-text', type: 'error' },
} as const satisfies Record<ToastKind, unknown>;

function ToastBody({ data, closeToast }: ToastContentProps<ToastMessage>) {
  const { icon: Icon, tone } = KIND[data.kind];
  return (
    <div className="flex min-w-0 flex-1 items-start gap-2">
      <Icon className={cn('mt-1.5', tone)} />
      {/* A long action goes below the sentence, so that neither is squeezed. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3">
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

function show(message: ToastMessage) {
  toast<ToastMessage>(ToastBody, {
    data: message,
    type: KIND[message.kind].type,
    role: message.kind === 'failure' ? 'alert' : 'status',
  });
}

/** Loaded by `Toaster`. At the bottom left, where no dialog has its buttons; on phones at the top. */
export function ToastHost({ label = 'Messages' }: { label?: string }) {
  useEffect(() => connectToaster(show), []);
  return (
    <ToastContainer
      aria-label={label}
      position="bottom-left"
      autoClose={AUTO_CLOSE}
      draggable
      draggablePercent={DRAG_TO_DISMISS_PERCENT}
      limit={3}
      newestOnTop
      pauseOnHover
      pauseOnFocusLoss
      closeButton={false}
      icon={false}
      transition={appear}
    />
  );
}
