import { describe, expect, test } from 'vitest';
import { suggestPassphrase } from '@/lib/password/passphrase';
import { hashPassword, passwordMatches } from '@/lib/password/password';
import { passwordProblem } from '@/lib/password/password-rules';

const context = { email: 'jordan.blake@acme.test', name: 'Jordan Blake', organisation: 'Acme Studio', key: 'acme' };

describe('a new password', () => {
  test.each([
    ['fifteen characters', 'kmvzrtqwpxlsbny'],
    ['all lower case, with blanks', 'correct horse battery staple'],
    ['emoji count as one each', '🐙🌵🚲🎻🧭🌊🪁🍋🦔🎲🧶🪐🦜🍄🧊'],
    ['64 characters', 'velvet umbrella q7q7q7 harbor lantern otter meadow pistachio abcd'],
    ['128 characters', [...Array(128)].map((_, at) => String.fromCharCode(97 + ((at * 7 + (at >> 3)) % 26))).join('')],
    ['another script', 'жираф любит апельсины'],
  ])('A01 may be: %s', (_what, password) => {
    expect(passwordProblem(password, context)).toBeNull();
  });

  test('A01 of 14 characters is refused, and so are 129', () => {
    expect(passwordProblem('kmvzrtqwpxlsbn', context)).toMatch(/15 characters or more/);
    expect(passwordProblem('🐙'.repeat(14), context)).toMatch(/15 characters or more/);
    expect(passwordProblem('kmvzrtqwpxlsbny12'.repeat(8).slice(0, 129), context)).toMatch(/128 characters at most/);
  });

  test.each([
    ['passwordpassword', /common/],
    ['aaaaaaaaaaaaaaaaaa', /repeats/],
    ['abcabcabcabcabcabc', /repeats/],
    ['1234567890123456', /sequence|repeats/],
    ['qwertyuiopasdfgh', /row of keys/],
    ['qwerty uiop asdf ghjkl', /row of keys/],
    ['abcdefghijklmnop', /sequence/],
    ['iloveyou12345678', /common/],
    ['P@ssw0rdP@ssw0rd1', /repeats|common/],
    ['password123456789', /common/],
    ['Welcome2026Welcome', /common|repeats/],
    ['letmein-please-2024', /common/],
    ['football1234567!!', /common/],
    ['AcmeStudio2026!!', /your name, email or organisation/],
    ['acme acme studio 1', /your name, email or organisation/],
    ['jordan.blake2026!', /your name, email or organisation/],
    ['blakejordanblake', /your name, email or organisation/],
  ])('A02 %j is refused, with the reason', (password, reason) => {
    expect(passwordProblem(password, context)).toMatch(reason);
  });

  test('A02 a passphrase that has a common word in it is fine', () => {
    expect(passwordProblem('dragon kettle violet harbor', context)).toBeNull();
    expect(passwordProblem('my acme kettle sings at dawn', context)).toBeNull();
  });

  test('A02 a suggestion is five words, different each time, and passes its own rules', () => {
    const made = Array.from({ length: 50 }, suggestPassphrase);
    expect(new Set(made).size).toBe(50);
    for (const one of made) {
      expect(one).toMatch(/^[a-z]+(-[a-z]+){4}$/);
      expect(passwordProblem(one, context)).toBeNull();
    }
  });
});

describe('the hash', () => {
  test('A03 is argon2id of at least 19 MiB and two rounds', async () => {
    expect(await hashPassword('kmvzrtqwpxlsbny')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('A01 tells apart what differs in byte 80 alone', async () => {
    const start = 'velvet umbrella harbor lantern otter meadow pistachio kettle sundial orchid ravine ';
    const stored = await hashPassword(`${start}a`);
    expect(await passwordMatches(stored, `${start}a`)).toBe(true);
    expect(await passwordMatches(stored, `${start}b`)).toBe(false);
  });

  test('A01 is the same for one password typed on two kinds of keyboard', async () => {
    const stored = await hashPassword('crème brûlée au café'.normalize('NFD'));
    expect(await passwordMatches(stored, 'crème brûlée au café'.normalize('NFC'))).toBe(true);
  });

  test('A05 is compared although there is none, and never matches', async () => {
    expect(await passwordMatches(undefined, 'nobody has this password')).toBe(false);
  });
});
