import 'server-only';
import { COMMON_WORDS } from '@/lib/password/common-passwords';

/** A new password must be long and not commonly guessed. No rule on which characters it has. */
const SHORTEST = 15;
const LONGEST = 128;

export type PasswordContext = { email?: string; name?: string; organisation?: string; key?: string };

/** The same form whatever keyboard typed it; this is hashed and compared. */
export const normalised = (password: string) => password.toWellFormed().normalize('NFC');

const ROWS = [
  '1234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
];
const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const LONGEST_WORD = 20;

/** Why a password is refused, as a sentence for the person; null if it is accepted. */
export function passwordProblem(password: string, context: PasswordContext = {}): string | null {
  const length = [...password].length;
  if (length < SHORTEST) return `Use ${SHORTEST} characters or more; four or five words are easy to remember.`;
  if (length > LONGEST) return `A password has ${LONGEST} characters at most.`;
  const plain = normalised(password).toLowerCase();
  if (/^(.{1,6}?)\1+.{0,5}$/su.test(plain)) return 'This repeats itself, so it is easy to guess. Choose other words.';
  if (isWalk(plain)) return 'This is a sequence or a row of keys, so it is easy to guess. Choose other words.';
  if (aboutThem(plain, context))
    return 'This is made of your name, email or organisation, so it is easy to guess. Choose other words.';
  if (isCommon(plain)) return 'This is made of very common passwords, so it is easy to guess. Choose other words.';
  return null;
}

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

/** The whole password follows one row of keys, or goes up and down one; spaces and signs do not count. */
function isWalk(plain: string): boolean {
  let rest = lettersOf(plain);
  if (!rest) return false;
  const lines = ROWS.flatMap((row) => [row + row, [...row].reverse().join('').repeat(2)]);
  while (rest) {
    const run = longest(rest, (part) => lines.some((row) => row.includes(part)));
    if (run < 3) return false;
    rest = rest.slice(run);
  }
  return true;
}

function longest(text: string, fits: (part: string) => boolean): number {
  let length = 0;
  while (length < text.length && fits(text.slice(0, length + 1))) length++;
  return length;
}

/** Without their own names and words, fewer than six letters are left. */
function aboutThem(plain: string, { email, name, organisation, key }: PasswordContext): boolean {
  const [local = '', host = ''] = (email ?? '').toLowerCase().split('@');
  const known = [local, host.split('.')[0] ?? '', name ?? '', organisation ?? '', key ?? '']
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
    .map((text) => lettersOf(text.normalize('NFC').toLowerCase()))
    .filter((text) => text.length >= 3)
    .sort((a, b) => b.length - a.length);
  const whole = lettersOf(plain);
  let rest = whole;
  for (const word of known) rest = rest.replaceAll(word, ' ');
  if (rest === whole) return false;
  return withoutCommon(rest.replace(/\s/g, '')).replace(/\p{N}/gu, '').length < 6;
}

/** At most two different common words, with digits between and after them. */
function isCommon(plain: string): boolean {
  return [plain, unleet(plain)].some((text) => {
    const letters = lettersOf(text)
      .replace(/\p{N}+/gu, ' ')
      .trim();
    if (!letters) return false;
    const used = new Set<string>();
    for (const part of letters.split(' ')) {
      const words = wordsOf(part);
      if (!words) return false;
      for (const word of words) used.add(word);
    }
    return used.size <= 2;
  });
}

const unleet = (text: string) => text.replace(/[013457@$!]/g, (sign) => LEET[sign] ?? sign);

/** `text` as common words without a rest, the fewest first; null if it is not made of them. */
function wordsOf(text: string): string[] | null {
  const best: (string[] | null)[] = [[]];
  for (let end = 1; end <= text.length; end++) {
    best[end] = null;
    for (let start = Math.max(0, end - LONGEST_WORD); start < end; start++) {
      const before = best[start];
      const word = text.slice(start, end);
      if (!before || !COMMON_WORDS.has(word)) continue;
      if (!best[end] || before.length + 1 < (best[end] as string[]).length) best[end] = [...before, word];
    }
  }
  return best[text.length] ?? null;
}

function withoutCommon(text: string): string {
  for (let end = text.length; end >= 0; end--) if (wordsOf(text.slice(0, end))) return text.slice(end);
  return text;
}
