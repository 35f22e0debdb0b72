import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { onUnreachable } from './reachability';

/** First and longest pause between two checks whether the server is back (ms). */
const FIRST = 500;
const LONGEST = 5_000;
const TIME_OUT = 5_000;

/**
 * Sets TanStack Query's "online" by whether calls reach the server: the browser knows its own network only.
 * @returns a function that ends it.
 */
function watchConnectivity(setOnline: (online: boolean) => void, ask = serverAnswers): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let failures = 0;
  let ended = false;

  async function check() {
    clearTimeout(timer);
    if (asking) return;
    asking = true;
    const answered = await ask();
    asking = false;
    if (ended) return;
    setOnline(answered);
    failures = answered ? 0 : failures + 1;
    if (!answered) timer = setTimeout(check, Math.min(LONGEST, FIRST * 2 ** (failures - 1)));
  }
  const begin = () => void check();
  const lost = () => {
    setOnline(false);
    begin();
  };
  window.addEventListener('online', begin);
  window.addEventListener('offline', lost);
  const release = onUnreachable(begin);
  if (!navigator.onLine) lost();
  return () => {
    ended = true;
    clearTimeout(timer);
    release();
    window.removeEventListener('online', begin);
    window.removeEventListener('offline', lost);
  };
}

async function serverAnswers(): Promise<boolean> {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(TIME_OUT) });
    return answer.ok;
  } catch {
    return false;
  }
}

export const followServer = () => onlineManager.setEventListener((setOnline) => watchConnectivity(setOnline));

/** Whether calls reached the server lately. */
export const isConnected = (): boolean => onlineManager.isOnline();

export const useConnected = (): boolean =>
  useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    isConnected,
    () => true,
  );
