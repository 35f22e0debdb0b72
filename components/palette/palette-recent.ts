import type { Entry } from './palette-entries';

const KEPT = 5;
const nameFor = (memberId: string) => `palette ${memberId}`;

/** What the person chose last in this tab, newest first. Gone with the tab: titles are not left in a shared browser. */
export function recentEntries(memberId: string): Entry[] {
  try {
    return JSON.parse(sessionStorage.getItem(nameFor(memberId)) ?? '[]');
  } catch {
    return [];
  }
}

/** Keeps a choice that opens a page; what acts on the moment is not repeated by chance. */
export function keepRecent(memberId: string, entry: Entry): void {
  if (!entry.href || entry.group === 'This page') return;
  try {
    const others = recentEntries(memberId).filter(({ id }) => id !== entry.id);
    sessionStorage.setItem(nameFor(memberId), JSON.stringify([entry, ...others].slice(0, KEPT)));
  } catch {
    // A browser that refuses storage works without.
  }
}
