import type { OrganisationSettings } from '@/lib/organisation/schema';

/** The fields that are saved together. */
const DRAFT_FIELDS = ['name', 'tint', 'listed', 'working_days', 'holidays'] as const;
export type DraftField = (typeof DRAFT_FIELDS)[number];
export type Draft = Pick<OrganisationSettings, DraftField>;

export const FIELD_LABEL: Record<DraftField, string> = {
  name: 'Name',
  tint: 'Colour',
  listed: 'Directory',
  working_days: 'Working days',
  holidays: 'Holidays',
};

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export const draftOf = ({ name, tint, listed, working_days, holidays }: OrganisationSettings): Draft => ({
  name,
  tint,
  listed,
  working_days,
  holidays,
});

/** The fields in which a draft differs from what it began with. */
export const changedFields = (base: Draft, draft: Draft): DraftField[] =>
  DRAFT_FIELDS.filter((field) => !same(base[field], draft[field]));

/**
 * Brings a draft onto a newer record: what the person changed stays, everything else becomes what it is now. `clashes`:
 * fields that both changed, to different values; saving would replace the other's.
 */
export function rebase(base: Draft, draft: Draft, current: Draft): { draft: Draft; clashes: DraftField[] } {
  const mine = changedFields(base, draft);
  const clashes = mine.filter((field) => !same(base[field], current[field]) && !same(draft[field], current[field]));
  const kept = Object.fromEntries(mine.map((field) => [field, draft[field]])) as Partial<Draft>;
  return { draft: { ...current, ...kept }, clashes };
}

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const DOTTED = /^(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})$/;
const FIRST_DATE = /^\s*(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\.\s*\d{1,2}\.\s*\d{4}|\d{1,2}\/\d{1,2}\/\d{4})(?=\D|$)/;
const two = (part: string | undefined) => (part ?? '').padStart(2, '0');

/** What comes first in a date with slashes, which is written both ways. */
export type DateOrder = 'day' | 'month';

/** The order that a date with slashes can only have; null where it could have both and means two days, or has none. */
function orderOf(text: string): DateOrder | null {
  const [, first, second] = SLASHED.exec(text) ?? [];
  if (Number(first) > 12) return 'day';
  return Number(second) > 12 ? 'month' : null;
}

const saysBoth = (text: string) => {
  const [, first, second] = SLASHED.exec(text) ?? [];
  return first !== undefined && Number(first) !== Number(second) && orderOf(text) === null;
};

/**
 * `2026-12-25`, `25.12.2026`, `25/12/2026` or `12/25/2026` → `2026-12-25`, if there is such a day; else null. So is
 * `1/2/2027`, as long as nobody says in which order it is written.
 */
export function readDate(text: string, order?: DateOrder): string | null {
  const trimmed = text.trim();
  if (saysBoth(trimmed) && !order) return null;
  const [, first, second, year] = DOTTED.exec(trimmed) ?? SLASHED.exec(trimmed) ?? [];
  const monthFirst = SLASHED.test(trimmed) && (orderOf(trimmed) ?? order) === 'month';
  const [day, month] = monthFirst ? [second, first] : [first, second];
  const plain = year ? `${year}-${two(month)}-${two(day)}` : trimmed;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(plain) || plain < '1970-01-01' || plain > '2200-12-31') return null;
  const date = new Date(`${plain}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(plain) ? plain : null;
}

/**
 * The dates of a pasted list, one a line (what follows a date on its line does not count), and the lines that are none. A
 * list is written in one order: a line that can only be read in one says so for all. `unclear`: a date that could mean two
 * days, and nothing says which; dates like it are left out until `order` is given.
 */
export function readDates(
  text: string,
  order?: DateOrder,
): { dates: string[]; problems: string[]; unclear: string | null } {
  const lines = text.split(/\r\n|[\r\n]/).map((line) => ({ line: line.trim(), date: FIRST_DATE.exec(line)?.[1] }));
  const orders = new Set(lines.flatMap(({ date = '' }) => orderOf(date) ?? []));
  const settled = order ?? (orders.size === 1 ? [...orders][0] : undefined);
  const dates: string[] = [];
  const problems: string[] = [];
  let unclear: string | null = null;
  for (const [at, { line, date: written }] of lines.entries()) {
    if (!line) continue;
    const date = written ? readDate(written, settled) : null;
    if (date) dates.push(date);
    else if (written && !settled && saysBoth(written)) unclear ??= written;
    else problems.push(`Line ${at + 1}: “${line.slice(0, 40)}” is not a date.`);
  }
  return { dates, problems, unclear };
}
