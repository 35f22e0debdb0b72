'use client';

export type ToastKind = 'success' | 'info' | 'failure';

export type ToastMessage = {
  kind: ToastKind;
  text: string;
  /** One action, e.g. Undo; pressing it closes the toast. */
  action?: { label: string; onAction: () => void };
};

type Deliver = (message: ToastMessage) => void;

const waiting: ToastMessage[] = [];
let deliver: Deliver | undefined;
let wake: (() => void) | undefined;

/** Shown for 5 s. Never the only place for an error that blocks somebody. */
export function showToast(message: ToastMessage): void {
  if (deliver) {
    deliver(message);
    return;
  }
  waiting.push(message);
  wake?.();
}

/** Calls `load` when a message waits and no toaster is connected. */
export function onFirstToast(load: () => void): () => void {
  wake = load;
  if (waiting.length > 0) load();
  return () => {
    wake = undefined;
  };
}

/** For the toaster: takes over delivery, beginning with waiting messages. */
export function connectToaster(show: Deliver): () => void {
  deliver = show;
  for (const message of waiting.splice(0)) show(message);
  return () => {
    if (deliver === show) deliver = undefined;
  };
}
