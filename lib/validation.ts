/** Building blocks of every input schema. Runs anywhere. */
import { v7 } from 'uuid';
import { z } from 'zod';
import { clean, cleanLine, hasHeapOfMarks, isEmptyToTheEye } from '@/lib/clean-text';
import { wantedOf } from '@/lib/fold';
import { issueInWords } from '@/lib/issue-words';
import { fits, POINTS_OF_PROSE } from '@/lib/text';

// For every schema without messages of its own.
z.config({ customError: issueInWords });

/** An object of an answer; the OpenAPI document and `/docs/api` describe it once, under `name`, which no other has. */
export const record = <Shape extends z.core.$ZodLooseShape>(name: string, shape: Shape) =>
  z.object(shape).meta({ id: name });

/** uuid v7: ids sort by age, and indexes stay dense. */
export const newId = (): string => v7();

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being refused.
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

// Half a surrogate pair cannot be stored.
const text = z.string().refine((value) => value.isWellFormed(), 'This contains characters that cannot be stored.');
// Unassigned and private characters look different everywhere; places reserved for emoji are allowed.
const NOBODYS = /(?!\p{Extended_Pictographic})[\p{Cn}\p{Co}]/u;
const NUMBER_IN_BRACKETS = /\p{Ps}\s*\p{N}+\s*\p{Pe}/u;

/** One line of text: trimmed, NFC, 1 to `max` letters as people see them. */
export const line = (max: number, what = 'This') =>
  text
    .transform(cleanLine)
    .refine((value) => !isEmptyToTheEye(value), `${what} must not be empty.`)
    .refine((value) => fits(value, max), `${what} may have ${max} characters at most.`)
    .refine((value) => !hasHeapOfMarks(value), `${what} has too many marks on one letter.`)
    .refine((value) => !CONTROL.test(value), `${what} contains characters that cannot be stored.`);

/** Stands in emails that strangers can cause: no web address, which mail programs would make a link. */
export const properName = (max: number, what = 'The name') =>
  line(max, what)
    .refine((value) => !/https?:\/\/|www\./i.test(value.normalize('NFKC')), `${what} cannot contain a link.`)
    .refine((value) => !NOBODYS.test(value), `${what} contains characters that cannot be shown.`);

/** A person's name; ` (2)` marks the second of two people with one name. */
export const personName = (max: number, what = 'The name') =>
  properName(max, what).refine(
    (value) => !NUMBER_IN_BRACKETS.test(value.normalize('NFKC')),
    `${what} cannot contain a number in brackets.`,
  );

/** Text with line breaks (Markdown): 0 to `max` letters. */
export const prose = (max: number, what = 'This') =>
  text
    .transform((value) => clean(value).replace(/\r\n?/g, '\n').trim())
    .refine((value) => fits(value, max, POINTS_OF_PROSE), `${what} may have ${max} characters at most.`)
    .refine((value) => !CONTROL.test(value), `${what} contains characters that cannot be stored.`);

export const id = z.guid('This is not an id.').transform((value) => value.toLowerCase());

/** An existing date `YYYY-MM-DD`, 1970 to 2200. */
export const plainDate = z.iso
  .date('Write a date as YYYY-MM-DD.')
  .refine((value) => value >= '1970-01-01' && value <= '2200-12-31', 'The date is out of range.');

export const search = text
  .transform((value) => clean(value).trim())
  .refine((value) => fits(value, 200), 'A search has 200 characters at most.')
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

/** `2026-11-21T08:00:00.000Z`, an existing date with a year above 0, as PostgreSQL requires. */
export const isInstant = (value: string): boolean =>
  value > '0001' && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value;

/** `2026-11-21T08:00:00.000Z_<id>`: where the previous page of a list by time ended. */
export const instantCursor = z
  .string()
  .regex(/^.{24}_[0-9a-f-]{36}$/, 'This is not a cursor of this list.')
  .refine((value) => isInstant(value.slice(0, 24)), 'This is not a cursor of this list.')
  .refine((value) => z.guid().safeParse(value.slice(25)).success, 'This is not a cursor of this list.');

/** Where a page ended; with `>` in front, where the page of newer ones begins. */
export const bothWays = <T extends z.ZodType>(cursor: T) =>
  z.preprocess(
    (value) =>
      typeof value === 'string' && value.startsWith('>')
        ? { from: value.slice(1), newer: true }
        : { from: value, newer: false },
    z.object({ from: cursor, newer: z.boolean() }),
  );

/** One value or several, from JSON or a query string (`?status=1,2`). */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value: z.input<T> | readonly z.input<T>[]): unknown =>
      typeof value === 'string'
        ? value.split(',').filter(Boolean)
        : Array.isArray(value)
          ? value
          : value === undefined
            ? value
            : [value],
    z.array(item).max(200),
  );

export const number = wholeNumber;

/** For `like` with a folded text: finds `text` anywhere, with `%`, `_` and `\` taken literally. */
export const contains = (text: string) => `%${wantedOf(text).replace(/[\\%_]/g, '\\$&')}%`;

/** `YYYY-MM-DD` ⇄ the Date that Prisma stores in a `date` column. */
export const toDate = (value: string | null | undefined) => (value ? new Date(`${value}T00:00:00Z`) : value);
export const fromDate = (value: Date | null) => value?.toISOString().slice(0, 10) ?? null;

export const Nothing = z.strictObject({});

export const taskReference = z.union(
  [
    id,
    z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9]{1,9}-\d{1,9}$/)
      .transform((key) => key.toUpperCase()),
  ],
  'This is neither a task’s id nor its key.',
);
