'use client';

export type ToastKind = 'success' | 'info' | 'failure';

export type ToastMessage = {
  kind: ToastKind;
  text: string;
  /** One action, e.g. Undo; pressing it closes the toast. */
  action?: { label: string; onAction: () => void };
};

type Host = { show: (message: ToastMessage) => void; withdraw: (message: ToastMessage) => void };

let waiting: ToastMessage[] = [];
let host: Host | undefined;
let wake: (() => void) | undefined;

/** Shown for 5 s, in place of what was shown before. Never the only place for an error that blocks somebody. */
export function showToast(message: ToastMessage): void {
  if (host) {
    host.show(message);
    return;
  }
  waiting.push(message);
  wake?.();
}

/** Takes back a message that is not true any more, if it is still shown. */
export function withdrawToast(message: ToastMessage): void {
  waiting = waiting.filter((one) => one !== message);
  host?.withdraw(message);
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
export function connectToaster(toaster: Host): () => void {
  host = toaster;
  for (const message of waiting.splice(0)) toaster.show(message);
  return () => {
    if (host === toaster) host = undefined;
  };
}
