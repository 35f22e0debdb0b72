import type { OrganisationSettings } from '@/lib/organisation/schema';

/** The fields that are saved together. */
export const DRAFT_FIELDS = ['name', 'tint', 'listed', 'working_days', 'holidays'] as const;
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

const MONTH_FIRST = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const DAY_FIRST = /^(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})$/;
const two = (part: string | undefined) => (part ?? '').padStart(2, '0');

/** `2026-12-25`, `25.12.2026` or `12/25/2026` → `2026-12-25`, if there is such a day; else null. */
export function readDate(text: string): string | null {
  const trimmed = text.trim();
  const dotted = DAY_FIRST.exec(trimmed);
  const slashed = MONTH_FIRST.exec(trimmed);
  const plain = dotted
    ? `${dotted[3]}-${two(dotted[2])}-${two(dotted[1])}`
    : slashed
      ? `${slashed[3]}-${two(slashed[1])}-${two(slashed[2])}`
      : trimmed;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(plain) || plain < '1970-01-01' || plain > '2200-12-31') return null;
  const date = new Date(`${plain}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(plain) ? plain : null;
}

/** The dates of a pasted list, one a line (what follows a date on its line does not count), and the lines that are none. */
export function readDates(text: string): { dates: string[]; problems: string[] } {
  const dates: string[] = [];
  const problems: string[] = [];
  for (const [at, line] of text.split(/\r\n|[\r\n]/).entries()) {
    if (!line.trim()) continue;
    const first = /^\s*(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\.\s*\d{1,2}\.\s*\d{4}|\d{1,2}\/\d{1,2}\/\d{4})(?=\D|$)/.exec(
      line,
    );
    const date = first ? readDate(first[1] as string) : null;
    if (date) dates.push(date);
    else problems.push(`Line ${at + 1}: “${line.trim().slice(0, 40)}” is not a date.`);
  }
  return { dates, problems };
}
