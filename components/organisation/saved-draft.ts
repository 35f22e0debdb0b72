import type { Draft } from './settings-draft';

/** A draft that was left without a question (Back, a key): kept in this tab, so that coming back finds it. */
type Kept = { base: Draft; draft: Draft };

const keyOf = (memberId: string) => `guildhall-settings-draft-${memberId}`;

const isDraft = (value: unknown): value is Draft => {
  const draft = value as Partial<Draft> | null;
  return (
    typeof draft?.name === 'string' &&
    typeof draft.tint === 'string' &&
    typeof draft.listed === 'boolean' &&
    Array.isArray(draft.working_days) &&
    Array.isArray(draft.holidays)
  );
};

/** What this person left in this tab; null if nothing, or nothing that can be read. */
export function savedDraft(memberId: string): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(memberId)) ?? 'null') as Kept | null;
    return isDraft(kept?.base) && isDraft(kept?.draft) ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps a draft, or with null forgets it. A browser that refuses storage works without. */
export function keepDraft(memberId: string, kept: Kept | null): void {
  try {
    if (kept) sessionStorage.setItem(keyOf(memberId), JSON.stringify(kept));
    else sessionStorage.removeItem(keyOf(memberId));
  } catch {
    // See above.
  }
}
