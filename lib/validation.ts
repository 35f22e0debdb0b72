/** The shapes every input is made of. Runs anywhere; used by each domain's schema.ts. */
import { v7 } from 'uuid';
import { z } from 'zod';
import { issueInWords } from '@/lib/issue-words';

// For every schema: what has no words of its own gets words for people.
z.config({ customError: issueInWords });

/** A new id: uuid v7, so that ids sort by age and indexes stay dense. */
export const newId = (): string => v7();

// Bidirectional controls can make text read as something else; zero-width characters can hide a difference; the second
// block of control characters is nobody's writing.
const DECEPTIVE = /[\u0080-\u009F\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being refused.
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

// Half a surrogate pair cannot be stored as it is.
const text = z.string().refine((value) => value.isWellFormed(), 'This contains characters that cannot be stored.');
const clean = (value: string) => value.normalize('NFC').replace(DECEPTIVE, '');
// Letters and signs that are drawn as nothing, or as a gap.
const BLANK = /[\u034F\u115F\u1160\u17B4\u17B5\u180E\u2800\u3164\uFFA0]/g;
const NOTHING_TO_SEE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Z}\p{M}]/gu;
const length = (value: string) => [...value].length;

/** One line of text: trimmed, NFC, 1 to `max` characters. */
export const line = (max: number, what = 'This') =>
  text
    .transform((value) => clean(value).replace(BLANK, ' ').replace(/\s+/gu, ' ').trim())
    .refine((value) => value.replace(NOTHING_TO_SEE, '').length > 0, `${what} must not be empty.`)
    .refine((value) => length(value) <= max, `${what} may have ${max} characters at most.`)
    .refine((value) => !CONTROL.test(value), `${what} contains characters that cannot be stored.`);

/**
 * The name of a person or an organisation. It stands in mails that strangers can cause, in their subjects even: it never
 * carries an address of a web page, which mail programs would make a link.
 */
export const properName = (max: number, what = 'The name') =>
  line(max, what).refine(
    (value) => !/https?:\/\/|www\./i.test(value.normalize('NFKC')),
    `${what} cannot contain the address of a web page.`,
  );

/** Text with line breaks (Markdown): 0 to `max` characters. */
export const prose = (max: number, what = 'This') =>
  text
    .transform((value) => clean(value).replace(/\r\n?/g, '\n').trim())
    .refine((value) => length(value) <= max, `${what} may have ${max} characters at most.`)
    .refine((value) => !CONTROL.test(value), `${what} contains characters that cannot be stored.`);

/** An id of ours. */
export const id = z.guid('This is not an id.').transform((value) => value.toLowerCase());

/** A plain date, `YYYY-MM-DD`, that exists, in the years 1970 to 2200. */
export const plainDate = z.iso
  .date('Write a date as YYYY-MM-DD.')
  .refine((value) => value >= '1970-01-01' && value <= '2200-12-31', 'The date is out of range.');

/** Free text to look for; empty means none. */
export const search = text
  .refine((value) => value.length <= 200, 'A search has 200 characters at most.')
  .transform((value) => clean(value).trim())
  .refine((value) => !CONTROL.test(value), 'The search contains characters that cannot be searched.');

const wholeNumber = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d{1,9}$/)
        .transform(Number),
    ],
    'Write a whole number.',
  )
  .pipe(z.int());

/** `?page` (from 1) and `?limit` (1 to 200, default 50). */
export const paging = {
  page: wholeNumber.pipe(z.int().min(1, 'Pages count from 1.')).default(1),
  limit: wholeNumber.pipe(z.int().min(1, 'At least 1.').max(200, 'At most 200.')).default(50),
};

/** An instant of ours, `2026-11-21T08:00:00.000Z`. PostgreSQL refuses the 30th of February, and knows no year 0. */
export const isInstant = (value: string): boolean =>
  value > '0001' && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value;

/** `2026-11-21T08:00:00.000Z_<id>`: where the page before ended, in a list by time. */
export const instantCursor = z
  .string()
  .regex(/^.{24}_[0-9a-f-]{36}$/, 'This is no cursor of this list.')
  .refine((value) => isInstant(value.slice(0, 24)), 'This is no cursor of this list.')
  .refine((value) => z.guid().safeParse(value.slice(25)).success, 'This is no cursor of this list.');

/** One value or several, from JSON or a query string (`?status=1,2`). */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) =>
      typeof value === 'string'
        ? value.split(',').filter(Boolean)
        : Array.isArray(value)
          ? value
          : value === undefined
            ? value
            : [value],
    z.array(item).max(200),
  );

/** A whole number that may come as text from a query string. */
export const number = wholeNumber;

/** `%`, `_` and `\` taken literally in a LIKE pattern that finds `text` anywhere. */
export const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** `YYYY-MM-DD` ⇄ the Date that Prisma stores in a `date` column. */
export const toDate = (value: string | null | undefined) => (value ? new Date(`${value}T00:00:00Z`) : value);
export const fromDate = (value: Date | null) => value?.toISOString().slice(0, 10) ?? null;

/** The input of a call that needs none. */
export const Nothing = z.strictObject({});
