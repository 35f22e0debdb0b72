/** Where waiting changes are kept. Apart from the query library, since the login asks too. */
export const WAITING = 'guildhall-waiting:';

/** Names in this browser's storage; empty where storage is refused. */
export function namesLike(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

export const hasKeptChanges = (memberId: string): boolean => namesLike(`${WAITING}${memberId}:`).length > 0;
