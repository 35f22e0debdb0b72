import type { OrganisationSettings } from '@/lib/organisation/schema';
import { cut } from '@/lib/text';

const DRAFT_FIELDS = [
  'name',
  'tint',
  'listed',
  'working_days',
  'holidays',
  'time_zone',
  'mail_quotes',
  'client_requests',
] as const;
export type DraftField = (typeof DRAFT_FIELDS)[number];
export type Draft = Pick<OrganisationSettings, DraftField>;

export const FIELD_LABEL: Record<DraftField, string> = {
  name: 'Name',
  tint: 'Colour',
  listed: 'Directory',
  working_days: 'Working days',
  holidays: 'Holidays',
  time_zone: 'Time zone',
  mail_quotes: 'Quotes in emails',
  client_requests: 'Requests of clients',
};

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export const draftOf = (settings: OrganisationSettings): Draft =>
  Object.fromEntries(DRAFT_FIELDS.map((field) => [field, settings[field]])) as Draft;

export const changedFields = (base: Draft, draft: Draft): DraftField[] =>
  DRAFT_FIELDS.filter((field) => !same(base[field], draft[field]));

/** Carries the person's changes over to a newer record. `clashes`: fields that both changed, to different values. */
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

/** `25/12` and `12/25` are both in use: what comes first in a date with slashes. */
export type DateOrder = 'day' | 'month';

/** The only order that a date with slashes allows; null if it allows both, or has no slashes. */
function orderOf(text: string): DateOrder | null {
  const [, first, second] = SLASHED.exec(text) ?? [];
  if (Number(first) > 12) return 'day';
  return Number(second) > 12 ? 'month' : null;
}

const saysBoth = (text: string) => {
  const [, first, second] = SLASHED.exec(text) ?? [];
  return first !== undefined && Number(first) !== Number(second) && orderOf(text) === null;
};

/** `25.12.2026`, `25/12/2026`, `12/25/2026` → `2026-12-25`; null if no such day, or ambiguous without `order`. */
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
 * Dates of a pasted list, one a line; text after a date is ignored. A line that allows one order sets it for all.
 * `unclear`: a date that could mean two days; all such dates are left out until `order` is given.
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
    else problems.push(`Line ${at + 1}: “${cut(line, 40, '…')}” is not a date.`);
  }
  return { dates, problems, unclear };
}
