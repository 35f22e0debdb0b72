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
  ["Anna Müller <anna@x.de>; 'Bob' <bob@x.de>", ['Anna Müller <anna@x.de>', 'Bob <bob@x.de>'], []],
  ['Müller, Anna <anna@x.de>; "Bo, B." <bo@x.de>', ['Müller, Anna <anna@x.de>', 'Bo, B. <bo@x.de>'], []],
  ['“Müller, Anna” <mailto:anna@x.de?subject=Hi>', ['Müller, Anna <anna@x.de>'], []],
  ['anna@x.de<mailto:anna@x.de>, [bo@x.de](mailto:bo@x.de)', ['anna@x.de', 'bo@x.de'], []],
  ['mailto:anna@x.de\u2028<bo@x.de>.\r\n‘cy@x.de’', ['anna@x.de', 'bo@x.de', 'cy@x.de'], []],
  ['\u00a0anna@x.de\u00a0bo\u200b@x.de\ufeff', ['anna@x.de', 'bo@x.de'], []],
  ['anna＠x．de；bo@x\u2011y.de.', ['anna@x.de', 'bo@x-y.de'], []],
  ['Anna Müller\tanna@x.de\nBo\tbo@x.de', ['Anna Müller <anna@x.de>', 'Bo <bo@x.de>'], []],
  ['• anna@x.de\n2. Bo (bo@x.de)\nTo: o’neil@x.de', ['anna@x.de', 'Bo <bo@x.de>', "o'neil@x.de"], []],
  ['user@x.de(evil@y.de)', [], ['user@x.de(evil@y.de)']],
  ['please ask anna@x.de', [], ['please ask anna@x.de']],
])('%j', (text, emails, others) => expect(addressesIn(text)).toEqual({ emails, others }));

test('at most a hundred', () =>
  expect(addressesIn(Array.from({ length: 130 }, (_, n) => `a${n}@x.test`).join('\n')).emails).toHaveLength(100));
