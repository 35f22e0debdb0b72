import type { Draft } from './settings-draft';

/** Kept in this tab for ways of leaving that ask no question (Back, a key). */
type Kept = { base: Draft; draft: Draft };

const keyOf = (memberId: string) => `guildhall-settings-draft-${memberId}`;

const isDraft = (value: unknown): value is Draft => {
  const draft = value as Partial<Draft> | null;
  return (
    typeof draft?.name === 'string' &&
    typeof draft.tint === 'string' &&
    typeof draft.listed === 'boolean' &&
    Array.isArray(draft.working_days) &&
    Array.isArray(draft.holidays) &&
    typeof draft.time_zone === 'string'
  );
};

/** Null if there is none or it cannot be read. */
export function savedDraft(memberId: string): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(memberId)) ?? 'null') as Kept | null;
    return isDraft(kept?.base) && isDraft(kept?.draft) ? kept : null;
  } catch {
    return null;
  }
}

/** Null removes it. Does nothing where the browser refuses storage. */
export function keepDraft(memberId: string, kept: Kept | null): void {
  try {
    if (kept) sessionStorage.setItem(keyOf(memberId), JSON.stringify(kept));
    else sessionStorage.removeItem(keyOf(memberId));
  } catch {
    // Storage is refused; nothing depends on it.
  }
}
