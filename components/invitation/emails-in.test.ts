import { expect, test } from 'vitest';
import { addressesIn } from './emails-in';

test.each([
  ['', [], []],
  ['a@x.test', ['a@x.test'], []],
  ['a@x.test, b@x.test; c@x.test\nd@x.test', ['a@x.test', 'b@x.test', 'c@x.test', 'd@x.test'], []],
  ['a@x.test b@x.test', ['a@x.test', 'b@x.test'], []],
  ['Maya Lindqvist <maya@x.test>, b@x.test', ['Maya Lindqvist <maya@x.test>', 'b@x.test'], []],
  ['a@x.test, bad one, nobody@, b@x.test', ['a@x.test', 'b@x.test'], ['bad one', 'nobody@']],
  ['Maya <maya>', [], ['Maya <maya>']],
])('%j', (text, emails, others) => expect(addressesIn(text)).toEqual({ emails, others }));

test('at most a hundred', () =>
  expect(addressesIn(Array.from({ length: 130 }, (_, n) => `a${n}@x.test`).join('\n')).emails).toHaveLength(100));
