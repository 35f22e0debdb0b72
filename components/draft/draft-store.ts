/**
 * Unsent texts, kept in this browser for thirty days. Names include the owner, so that nobody sees another's draft.
 * Never for passwords or codes.
 */
const PREFIX = 'guildhall-draft:';
const KEPT = 30 * 86_400_000;

type Entry = { at: number; value: unknown };

function entryOf(text: string | null): Entry | null {
  try {
    const entry = JSON.parse(text ?? 'null') as Entry | null;
    return entry && typeof entry.at === 'number' && Date.now() - entry.at < KEPT ? entry : null;
  } catch {
    return null;
  }
}

/** Undefined if there is none, or it cannot be read. */
export function readDraft(name: string): unknown {
  try {
    return entryOf(localStorage.getItem(PREFIX + name))?.value;
  } catch {
    return undefined;
  }
}

/** Undefined removes it. Works (without keeping) where storage is refused. */
export function writeDraft(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify({ at: Date.now(), value } satisfies Entry));
  } catch {
    // The text then lives as long as the page.
  }
}

/** Puts a text that was not sent before a newer draft, which must not be lost. */
export function keepBefore(name: string, text: string): void {
  const since = readDraft(name);
  writeDraft(name, typeof since === 'string' ? `${text}\n\n${since}` : text);
}

/** Names of all drafts that have this in them. */
export function draftNames(part: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX) && key.includes(part) && entryOf(localStorage.getItem(key)))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

export const hasDraft = (memberId: string): boolean => draftNames(memberId).length > 0;

export function sweepDrafts(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && !entryOf(localStorage.getItem(key))) localStorage.removeItem(key);
  } catch {
    // See above.
  }
}
