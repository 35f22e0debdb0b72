/** What concerns the session as a whole: logging out in one tab logs out all, and expiry is told in one place. */

const NAME = 'guildhall-session';
const LOGOUT = 'logout';

let tabs: BroadcastChannel | null = null;
const expiryListeners = new Set<() => void>();

/** One object for the whole tab: it does not hear what it says itself. */
function otherTabs(): BroadcastChannel | null {
  if (!tabs && typeof BroadcastChannel !== 'undefined') tabs = new BroadcastChannel(NAME);
  return tabs;
}

/** Tells the other tabs of this browser that the session has ended. */
export function announceLogout(): void {
  otherTabs()?.postMessage(LOGOUT);
}

/** Calls `listener` when another tab logged out. @returns a function that ends it. */
export function onLogout(listener: () => void): () => void {
  const channel = otherTabs();
  const hear = (message: MessageEvent<unknown>) => {
    if (message.data === LOGOUT) listener();
  };
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}

/**
 * Tells this tab that the server no longer knows its session. With nobody listening the page is loaded again, and the
 * guard leads on from there.
 */
export function announceExpiry(): void {
  if (expiryListeners.size === 0 && typeof window !== 'undefined') window.location.reload();
  for (const listener of [...expiryListeners]) listener();
}

/** Calls `listener` when the session has expired or was revoked. @returns a function that ends it. */
export function onExpiry(listener: () => void): () => void {
  expiryListeners.add(listener);
  return () => {
    expiryListeners.delete(listener);
  };
}

/**
 * Asks the server whether the session still holds. A server that cannot be asked says nothing about the session, so
 * everything but a plain refusal counts as yes.
 * @param origin scheme, host and port of the server; empty for the page's own.
 */
export async function sessionHolds(origin = ''): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/api/loggedInUser`, { cache: 'no-store', credentials: 'same-origin' });
    return answer.status !== 401 && answer.status !== 403;
  } catch {
    return true;
  }
}
