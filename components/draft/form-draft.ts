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

/** Beside the fields: what they were when the draft began. No field is called so. */
const BEGAN = ' began';

/** What is kept of a form that began with `blank`; undefined if nothing was changed. `began`: of fields that began otherwise. */
export function keptOf<T extends object>(blank: T, value: T, began: Partial<T>): object | undefined {
  const changes = changesOf(blank, value);
  const start: T = { ...blank, ...began };
  return (
    changes && {
      ...changes,
      [BEGAN]: Object.fromEntries(Object.keys(changes).map((field) => [field, start[field as keyof T]])),
    }
  );
}

/** Fields of a kept draft that somebody else changed since, as they were when it began; null where that was not kept. */
export function overtakenIn<T extends object>(blank: T, kept: unknown): Partial<T> {
  const began = (kept as { [BEGAN]?: Partial<T> } | undefined)?.[BEGAN];
  const fields = Object.keys(changesOf(blank, withDraft(blank, kept)) ?? {}) as (keyof T)[];
  return Object.fromEntries(
    fields.map((field) => [field, began?.[field] ?? null] as const).filter(([field, was]) => !same(was, blank[field])),
  ) as Partial<T>;
}
