import { describe, expect, test } from 'vitest';
import { safeName, splitName, withEnding } from './names';

const bytes = (text: string) => Buffer.byteLength(text);
const name = (typed: string) => safeName(typed).name;

describe('a name', () => {
  test.each([['Report (final).pdf'], ['Ünïcödé – 文件 🎉.txt'], ['archive.tar.gz'], ['a']])(
    'that is ordinary stays: %s',
    (typed) => {
      expect(safeName(typed)).toEqual({ name: typed, changed: [] });
    },
  );

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\windows\\win.ini', 'win.ini'],
    ['/etc/shadow', 'shadow'],
    ['C:\\fakepath\\photo.jpg', 'photo.jpg'],
    ['..', 'file'],
    ['', 'file'],
    ['...   ', 'file'],
    ['.htaccess', 'htaccess'],
    ['name.exe. .', 'name.exe'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['pay\u200Bpal\u2066.txt', 'paypal.txt'],
    ['a\u0000b\r\nc\u007f.txt', 'abc.txt'],
    ['line\u2028break', 'linebreak'],
    ['\ufeffbom.csv', 'bom.csv'],
    ['lone\ud800.txt', 'lone.txt'],
    ['\u3164.txt', 'txt'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['Lpt¹.tar.gz', '_Lpt¹.tar.gz'],
    ['COM1 .txt', '_COM1 .txt'],
    ['console.log', 'console.log'],
    ['.\u202e./.\u200b./x', 'x'],
    ['\u202e.\u202e.', 'file'],
  ])('%j becomes %j, and the change is said', (typed, safe) => {
    const { name, changed } = safeName(typed);
    expect(name).toBe(safe);
    expect(changed.length > 0).toBe(typed !== safe);
    expect(safeName(name)).toEqual({ name, changed: [] });
  });

  test('is NFC: two ways to write it are one', () => {
    expect(name('Cafe\u0301.txt')).toBe('Caf\u00e9.txt');
    expect(safeName('Cafe\u0301.txt').changed).toEqual([]);
  });

  test.each(['a', 'é', '文', '👩', 'e\u0301\u0323'])(
    'of many %s has 255 bytes at most and keeps its extension',
    (letter) => {
      const { name, changed } = safeName(`${letter.repeat(400)}.jpeg`);
      expect(bytes(name)).toBeLessThanOrEqual(255);
      expect(bytes(name)).toBeGreaterThan(230);
      expect(name.endsWith('.jpeg')).toBe(true);
      expect(name.isWellFormed?.() ?? true).toBe(true);
      expect(changed).toHaveLength(1);
    },
  );

  test('whose extension is long has none', () => {
    expect(bytes(name(`a.${'b'.repeat(400)}`))).toBeLessThanOrEqual(255);
    expect(splitName('a.b c')).toEqual({ base: 'a.b c', extension: '' });
    expect(splitName('.env')).toEqual({ base: '.env', extension: '' });
  });

  test('gets a number before its extension, also when it is full', () => {
    expect(withEnding('plan.pdf', ' (2)')).toBe('plan (2).pdf');
    const full = name(`${'x'.repeat(300)}.pdf`);
    expect(bytes(withEnding(full, ' (12)'))).toBe(255);
    expect(withEnding(full, ' (12)').endsWith('x (12).pdf')).toBe(true);
  });
});
