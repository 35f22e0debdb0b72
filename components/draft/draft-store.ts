/**
 * What was written and not yet sent, kept in this browser for thirty days. The name of a draft says whose it is, so that
 * nobody is shown another person's; never for passwords or codes.
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

/** What is kept under this name; undefined if nothing, or nothing that can be read. */
export function readDraft(name: string): unknown {
  try {
    return entryOf(localStorage.getItem(PREFIX + name))?.value;
  } catch {
    return undefined;
  }
}

/** Keeps a draft, or with undefined forgets it. A browser that refuses storage works without. */
export function writeDraft(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify({ at: Date.now(), value } satisfies Entry));
  } catch {
    // The text then lives as long as the page.
  }
}

/** Whether a draft of this member is kept here. */
export function hasDraft(memberId: string): boolean {
  try {
    return Object.keys(localStorage).some(
      (key) => key.startsWith(PREFIX) && key.includes(memberId) && entryOf(localStorage.getItem(key)),
    );
  } catch {
    return false;
  }
}

/** Removes drafts that nobody came back for. */
export function sweepDrafts(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && !entryOf(localStorage.getItem(key))) localStorage.removeItem(key);
  } catch {
    // See above.
  }
}
