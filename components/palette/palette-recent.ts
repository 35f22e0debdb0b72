import type { Entry } from './palette-entries';

const KEPT = 5;
const nameFor = (memberId: string) => `palette ${memberId}`;

/** Newest first. Kept per tab only, so that no titles stay in a shared browser. */
export function recentEntries(memberId: string): Entry[] {
  try {
    return JSON.parse(sessionStorage.getItem(nameFor(memberId)) ?? '[]');
  } catch {
    return [];
  }
}

/** Keeps only choices that open a page: actions are not to be repeated by accident. */
export function keepRecent(memberId: string, entry: Entry): void {
  if (!entry.href || entry.group === 'This page') return;
  try {
    const others = recentEntries(memberId).filter(({ id }) => id !== entry.id);
    sessionStorage.setItem(nameFor(memberId), JSON.stringify([entry, ...others].slice(0, KEPT)));
  } catch {
    // A browser that refuses storage works without.
  }
}
