'use client';

export type ToastKind = 'success' | 'info' | 'failure';

export type ToastMessage = {
  kind: ToastKind;
  /** One sentence. */
  text: string;
  /** One thing to do about it, e.g. Undo; the toast closes when it is pressed. */
  action?: { label: string; onAction: () => void };
};

type Deliver = (message: ToastMessage) => void;

/** Messages that came before the toaster was there. */
const waiting: ToastMessage[] = [];
let deliver: Deliver | undefined;
let wake: (() => void) | undefined;

/** Shows a message at the bottom left for 5 s. Never the only place where an error that blocks somebody is told. */
export function showToast(message: ToastMessage): void {
  if (deliver) {
    deliver(message);
    return;
  }
  waiting.push(message);
  wake?.();
}

/** For the toaster: called when a message waits and nothing can show it yet. */
export function onFirstToast(load: () => void): () => void {
  wake = load;
  if (waiting.length > 0) load();
  return () => {
    wake = undefined;
  };
}

/** For the toaster: takes over delivery, beginning with what waits. */
export function connectToaster(show: Deliver): () => void {
  deliver = show;
  for (const message of waiting.splice(0)) show(message);
  return () => {
    if (deliver === show) deliver = undefined;
  };
}
