/** Where changes that wait for the connection are kept; without the library, since the login asks too. */
export const WAITING = 'guildhall-waiting:';

/** Names in this browser's storage; none where it refuses. */
export function namesLike(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Whether changes of a member wait here. */
export const hasKeptChanges = (memberId: string): boolean => namesLike(`${WAITING}${memberId}:`).length > 0;
