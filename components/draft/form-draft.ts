const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Whether a kept value has the same kind as `blank`, or nothing was chosen there. */
const fits = (blank: unknown, kept: unknown) =>
  kept === null || blank === null
    ? blank === null && typeof kept !== 'undefined'
    : typeof kept === typeof blank && Array.isArray(kept) === Array.isArray(blank);

/** Fields that differ from the form's start; undefined if none does. */
export function changesOf<T extends object>(blank: T, value: T): Partial<T> | undefined {
  const changed = (Object.keys(blank) as (keyof T)[]).filter((field) => !same(blank[field], value[field]));
  return changed.length > 0
    ? (Object.fromEntries(changed.map((field) => [field, value[field]])) as Partial<T>)
    : undefined;
}

/** `blank` with what was kept; unknown fields, or fields of another kind, are left out. */
export function withDraft<T extends object>(blank: T, kept: unknown): T {
  if (typeof kept !== 'object' || kept === null) return blank;
  const fields = Object.entries(kept).filter(
    ([field, value]) => field in blank && fits(blank[field as keyof T], value),
  );
  return { ...blank, ...Object.fromEntries(fields) };
}
