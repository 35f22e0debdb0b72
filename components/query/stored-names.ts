/** Where waiting changes are kept. Apart from the query library, since the login asks too. */
export const WAITING = 'guildhall-waiting:';

/** Names in this browser's storage; empty where storage is refused. */
export function storedNames(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

export const hasQueuedChanges = (memberId: string): boolean => storedNames(`${WAITING}${memberId}:`).length > 0;
