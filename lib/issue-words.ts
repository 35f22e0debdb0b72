/** The validator's messages for people. Runs anywhere. */
import type { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const KIND: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
const counted = (count: number | bigint, what: string) => `${count} ${what}${Number(count) === 1 ? '' : 's'}`;
const of = (issue: Issue, count: number | bigint) =>
  issue.origin === 'string'
    ? counted(count, 'character')
    : issue.origin === 'array'
      ? `${count} ${Number(count) === 1 ? 'entry' : 'entries'}`
      : String(count);

/** For errors without a message of their schema; the subject is always "This". */
export function issueInWords(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This is missing.';
      return `This must be ${KIND[issue.expected] ?? 'something else'}.`;
    case 'invalid_value':
      return issue.values.length <= 12 ? `This must be one of: ${issue.values.join(', ')}.` : 'This is not known here.';
    case 'too_small':
      return `This must ${issue.origin === 'string' || issue.origin === 'array' ? 'have' : 'be'} at least ${of(issue, issue.minimum)}.`;
    case 'too_big':
      return `This may ${issue.origin === 'string' || issue.origin === 'array' ? 'have' : 'be'} at most ${of(issue, issue.maximum)}.`;
    case 'invalid_format':
      return 'This has the wrong format.';
    case 'unrecognized_keys':
      return 'This field is not known here.';
    default:
      return 'This is not valid.';
  }
}

const FIELD = new Map([
  ['body', 'The body'],
  ['code', 'The code'],
  ['company', 'The company'],
  ['current_password', 'The current password'],
  ['due', 'The due date'],
  ['email', 'The address'],
  ['key', 'The key'],
  ['name', 'The name'],
  ['new_password', 'The new password'],
  ['organisation_name', 'The name of the organisation'],
  ['otp', 'The code'],
  ['password', 'The password'],
  ['phone', 'The telephone number'],
  ['role', 'The role'],
  ['sub_domain', 'The organisation key'],
  ['title', 'The title'],
]);

/** A field's message as a whole sentence: `This is missing.` of `password` → `The password is missing.` */
export function sentenceFor(field: string, message: string): string {
  if (message === 'This field is not known here.') return `The field “${field}” is not known here.`;
  return message.replace(
    /^This (?=is |are |may |must |does |contains |needs )/,
    () => `${FIELD.get(field) ?? `The field “${field}”`} `,
  );
}
