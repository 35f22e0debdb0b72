import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ChangeProfile } from '@/lib/account/schema';
import { DomainError, toFailure } from '@/lib/errors';
import { SendInvite } from '@/lib/invitation/schema';
import { AcceptInvitation } from '@/lib/invitation/schema.accept';
import { CreateAccount, EditAccount } from '@/lib/member/schema.manage';
import { UpdateOrganisation } from '@/lib/organisation/schema';
import { CreateOrganisation, email, SignUp } from '@/lib/session/schema';
import { parse } from '@/lib/session/transport';
import { fixtureId } from '@/lib/test/fixtures';
import { id, instantCursor, paging } from '@/lib/validation';

const failure = (schema: z.ZodType, input: unknown): DomainError => {
  try {
    parse(schema, input);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('This was taken.');
};

describe('addresses', () => {
  test.each([
    '.a@b.test',
    'a.@b.test',
    'a..b@b.test',
    `${'a'.repeat(65)}@b.test`,
    'nic\u212a@b.test',
    'a@b\u212a.test',
    'ａ@b.test',
    'a@b',
    'a@-b.test',
    'a b@c.test',
    'a@b.test, c@d.test',
    '"a"@b.test',
  ])('%j is none', (value) => {
    expect(email.safeParse(value).success).toBe(false);
  });
  test.each([
    [' Ann.Lee+x@Acme.Test ', 'ann.lee+x@acme.test'],
    [`${'a'.repeat(64)}@b.test`, `${'a'.repeat(64)}@b.test`],
    ["o'neil@b-c.d.test", "o'neil@b-c.d.test"],
  ])('%j is one', (value, kept) => {
    expect(email.parse(value)).toBe(kept);
  });
});

const NAMES: [string, z.ZodType, string, object][] = [
  ['signing up', SignUp, 'name', { email: 'a@b.test', password: 'x', sub_domain: 'acme' }],
  ['founding', SignUp, 'organisation_name', { name: 'A', email: 'a@b.test', password: 'x', sub_domain: 'acme' }],
  ['a further organisation', CreateOrganisation, 'organisation_name', { sub_domain: 'acme' }],
  ['an organisation that is renamed', UpdateOrganisation, 'name', { version: 1 }],
  ['one’s own profile', ChangeProfile, 'name', {}],
  ['an invitation', SendInvite, 'name', { email: 'a@b.test', role: 'user' }],
  ['accepting one', AcceptInvitation, 'name', { token: 'x'.repeat(30), password: 'x' }],
  ['a member that is made', CreateAccount, 'name', { email: 'a@b.test' }],
];
test.each(NAMES)('a name cannot bring a link into an email: %s', (_where, schema, field, rest) => {
  for (const name of ['Win http://evil.test', 'HTTPS://evil.test', 'see www.evil.test', 'ｈｔｔｐ://evil.test'])
    expect(failure(schema, { ...rest, [field]: name }).details.errors?.[field]?.[0]).toMatch(/cannot contain a link/);
  expect(schema.safeParse({ ...rest, [field]: 'Anna-Lena O’Neil & Co.' }).success).toBe(true);
});

test.each(['abc', '+49<script>', '12', '1'.repeat(31), '+-()', '12345;6', '１２３'])(
  '%j is no telephone number',
  (phone) => {
    const given = { id: '01a1fd58-64c8-7441-a425-866390fbe418', phone };
    expect(failure(EditAccount, given).message).toMatch(/^A telephone number has/);
  },
);
test.each(['+49 (0)30 / 123-45.67', '110', null])('%j is one', (phone) => {
  expect(CreateAccount.parse({ name: 'A', email: 'a@b.test', phone }).phone).toBe(phone);
});

const ANY = z.strictObject({
  email,
  age: z.number(),
  tags: z.array(z.string()).max(1),
  kind: z.enum(['a', 'b']),
  at: id,
  page: paging.page,
});
const RIGHT = {
  email: 'a@b.test',
  age: 1,
  tags: [],
  kind: 'a',
  at: '01a1fd58-64c8-7441-a425-866390fbe418',
  page: 1,
};
test.each([
  ['email', ['a@b.test'], 'The address must be text.'],
  ['email', undefined, 'The address is missing.'],
  ['email', 'nobody', 'That does not look like an email address.'],
  ['age', 'x', 'The field “age” must be a number.'],
  ['tags', ['a', 'b'], 'The field “tags” may have at most 1 entry.'],
  ['kind', 'c', 'The field “kind” must be one of: a, b.'],
  ['at', '$&', 'The field “at” is not an id.'],
  ['page', 'x', 'Write a whole number.'],
  ['more', 1, 'The field “more” is not known here.'],
])('what is wrong is said in a sentence: %s %j', (field, value, sentence) => {
  const { message, details } = failure(ANY, { ...RIGHT, [field]: value });
  expect(message).toBe(sentence);
  expect(Object.keys(details.errors ?? {})).toEqual([field]);
});

test('messages by field can be handed to a page, whatever the fields are called', () => {
  const input = { constructor: 1, ...JSON.parse('{"__proto__":1}') };
  const { errors } = toFailure(failure(z.strictObject({ password: z.string() }), input));
  // React hands nothing else from an action to a page.
  expect(Object.getPrototypeOf(errors)).toBe(Object.prototype);
  expect(Object.keys(errors ?? {}).sort()).toEqual(['__proto__', 'constructor', 'password']);
});

test.each([
  ['a Hangul filler', '\u3164'],
  ['a Braille blank', '\u2800\u2800'],
  ['a Hangul initial filler', '\u115f'],
  ['joiners and selectors', '\u200d\ufe0f'],
  ['a mark without a letter', '\u0301'],
  ['an Arabic letter mark', '\u061c'],
  ['controls of the second block', '\u0085\u009b'],
  ['private use', '\ue000\u{f0000}'],
  ['an empty note head', '\u{1d159}'],
  ['a place for an object', '\ufffc'],
  ['sixty joiners', '\u200d'.repeat(60)],
  ['seventy marks', '\u0301'.repeat(70)],
])('a name that shows nothing is none: %s', (_what, name) => {
  for (const [, schema, field, rest] of NAMES)
    expect(failure(schema, { ...rest, [field]: name }).details.errors?.[field]?.[0]).toMatch(/must not be empty/);
});

test.each([
  ['Ad\u3164min', 'Ad min'],
  ['Ann\u061ca\u009b', 'Anna'],
  ['👩\u200d🔬 Åsa', '👩\u200d🔬 Åsa'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['ක්\u200dරි', 'ක්\u200dරි'],
  ['क\u200d\u200d\u200cष', 'कष'],
  ['❤\ufe0f Ann 1\ufe0f\u20e3', '❤\ufe0f Ann 1\ufe0f\u20e3'],
  [
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  ],
  ['葛\u{e0100}城', '葛\u{e0100}城'],
  // In none of these places does it do anything.
  ...[0x200c, 0x200d, 0xad, 0xfe0f, 0x2062, 0xfff9, 0x13430, 0xfffe, 0xe0041].flatMap((code): [string, string][] => [
    [`R${String.fromCodePoint(code)}uth`, 'Ruth'],
    [`Ruth${String.fromCodePoint(code)}`, 'Ruth'],
  ]),
])('what shows nothing does not stay in a name: %j', (name, kept) => {
  expect(ChangeProfile.parse({ name }).name).toBe(kept);
});

test.each([
  ['a character that is nobody’s', 'Ruth\ue000 Adeyemi', /cannot be shown/],
  ['a character that is none yet', 'Ruth\u0378', /cannot be shown/],
  ['five accents on one letter', `e${'\u0323\u0331\u0330\u0325\u0324\u0326'}`, /too many marks/],
  ['the mark of another', 'Ruth Adeyemi (2)', /number in brackets/],
  ['the same in full width', 'Ruth Adeyemi （２）', /number in brackets/],
])('a name without %s', (_what, name, sentence) => {
  expect(failure(ChangeProfile, { name }).details.errors?.name?.[0]).toMatch(sentence);
});

test.each(['Nguyễn Thị Ánh', 'မြွှေ', 'שָׁלוֹם', 'ประภาศรี', 'བསྒྲུབས', 'Zoë 🫠'])('an honest name is taken: %s', (name) => {
  expect(ChangeProfile.parse({ name }).name).toBe(name.normalize('NFC'));
});

test('a cursor by time holds an instant that there is', () => {
  const { success } = instantCursor.safeParse(`2026-11-21T08:00:00.000Z_${fixtureId('acme.WEB')}`);
  expect(success).toBe(true);
  for (const at of ['2026-02-30T08:00:00.000Z', '0000-01-01T00:00:00.000Z', '2026-01-01T24:00:00.000Z', 'x'.repeat(24)])
    expect([at, instantCursor.safeParse(`${at}_${fixtureId('acme.WEB')}`).success]).toEqual([at, false]);
});
