import { actingHeaders, actsAsChat } from './acting';

/** Logging out in one tab logs out all, and expiry is told in one place. */

const NAME = 'guildhall-session';
/** It begins, it could not be done, it is done. */
type LogoutStep = 'logging out' | 'logout failed' | 'logout';

let tabs: BroadcastChannel | null = null;
const expiryListeners = new Set<() => void>();

/** One object per tab: it does not hear its own messages. */
function otherTabs(): BroadcastChannel | null {
  if (!tabs && typeof BroadcastChannel !== 'undefined') tabs = new BroadcastChannel(NAME);
  return tabs;
}

export function announceLogout(step: LogoutStep = 'logout'): void {
  otherTabs()?.postMessage(step);
}

/** Calls `listener` when another tab logged out, or comes to another step of that. @returns a function that ends it. */
export function onLogout(listener: () => void, step: LogoutStep = 'logout'): () => void {
  const channel = otherTabs();
  const hear = (message: MessageEvent<unknown>) => {
    if (message.data === step) listener();
  };
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}

/** Somebody of the staff looks as a client from now on, in all tabs, or no longer does. */
export const announceView = (): void => otherTabs()?.postMessage('view');

/** Calls `listener` when another tab begins or ends a view. @returns a function that ends it. */
export function onView(listener: () => void): () => void {
  const channel = otherTabs();
  const hear = (message: MessageEvent<unknown>) => {
    if (message.data === 'view') listener();
  };
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}

/** Tells this tab that its session has ended. Without listeners the page reloads, and the guard leads to the login. */
export function announceExpiry(): void {
  if (expiryListeners.size === 0 && typeof window !== 'undefined') window.location.reload();
  for (const listener of [...expiryListeners]) listener();
}

/** @returns a function that ends it. */
export function onExpiry(listener: () => void): () => void {
  expiryListeners.add(listener);
  return () => {
    expiryListeners.delete(listener);
  };
}

/**
 * True unless the server plainly refuses: an unreachable one says nothing about the session.
 * @param origin scheme, host and port of the server; empty for the page's own.
 */
export async function sessionHolds(origin = ''): Promise<boolean> {
  try {
    const own = actsAsChat() ? 'roomList?limit=1' : 'loggedInUser';
    const answer = await fetch(`${origin}/api/${own}`, { cache: 'no-store', headers: actingHeaders() });
    // One that is not read stays under way.
    await answer.text();
    return answer.status !== 401 && answer.status !== 403;
  } catch {
    return true;
  }
}
