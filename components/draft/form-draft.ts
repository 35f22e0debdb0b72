const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Whether a kept value can stand where `blank` stands: of the same kind, or where nothing was chosen. */
const fits = (blank: unknown, kept: unknown) =>
  kept === null || blank === null
    ? blank === null && typeof kept !== 'undefined'
    : typeof kept === typeof blank && Array.isArray(kept) === Array.isArray(blank);

/** Fields of a form that differ from how it begins; undefined if none does. */
export function changesOf<T extends object>(blank: T, value: T): Partial<T> | undefined {
  const changed = (Object.keys(blank) as (keyof T)[]).filter((field) => !same(blank[field], value[field]));
  return changed.length > 0
    ? (Object.fromEntries(changed.map((field) => [field, value[field]])) as Partial<T>)
    : undefined;
}

/** What a form begins with when `kept` was left in it: fields that it no longer has, or of another kind, are left out. */
export function withDraft<T extends object>(blank: T, kept: unknown): T {
  if (typeof kept !== 'object' || kept === null) return blank;
  const fields = Object.entries(kept).filter(
    ([field, value]) => field in blank && fits(blank[field as keyof T], value),
  );
  return { ...blank, ...Object.fromEntries(fields) };
}
