import { ApiError } from '@/components/query/api-client';

export type Tinted = { name: string; colour: string };
export type StoredTinted = Tinted & { version: number };

/** What stands there, where a save was refused because somebody else was first. */
export const currentOf = (failure: unknown): StoredTinted | undefined =>
  failure instanceof ApiError && failure.status === 409 ? (failure.current as StoredTinted | undefined) : undefined;

/** Mine upon theirs; null where both changed the same, to different values. */
function mergedOnto(base: Tinted, mine: Tinted, theirs: Tinted): Tinted | null {
  const merged = { ...mine };
  for (const field of ['name', 'colour'] as const) {
    if (mine[field] === base[field]) merged[field] = theirs[field];
    else if (theirs[field] !== base[field] && theirs[field] !== mine[field]) return null;
  }
  return merged;
}

/** Saves what was changed from `base`; what others changed of it meanwhile stays. Fails where both changed the same. */
export async function saveUpon<Saved>(
  base: StoredTinted,
  mine: Tinted,
  save: (body: Tinted, version: number) => Promise<Saved>,
): Promise<Saved> {
  try {
    return await save(mine, base.version);
  } catch (failure) {
    const theirs = currentOf(failure);
    const merged = theirs && mergedOnto(base, mine, theirs);
    if (!merged) throw failure;
    return saveUpon(theirs, merged, save);
  }
}
