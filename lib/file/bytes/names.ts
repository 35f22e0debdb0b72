/** Names of files and folders as they are stored; runs anywhere. */
import { clean } from '@/lib/clean-text';
import { cutBytes } from '@/lib/text';

const MOST_BYTES = 255;
const MOST_EXTENSION_BYTES = 32;

/** Control characters, line separators, halves and letters without a shape: what no name needs, besides what no text does. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u115f\u1160\u3164\uffa0]/gu;
/** Names of devices on Windows, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(?:\.|$)/i;

/** What some computers do not allow in a name. */
const REFUSED = /[<>:"|?*\\]/g;

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/**
 * What was typed, fit for every file system: NFC, 255 bytes at most, its extension kept. `changed`: what was done to
 * it, as sentences for the person; empty when only the form of its letters changed.
 */
export function safeName(typed: string, fallback = 'file'): { name: string; changed: string[] } {
  const changed: string[] = [];
  const step = (before: string, after: string, words: string) => {
    if (before !== after) changed.push(words);
    return after;
  };
  const whole = typed.normalize('NFC');
  let name = step(whole, whole.replace(/^.*[/\\]/s, ''), 'The folders before its name were left out.');
  name = step(name, clean(name.replace(UNSEEN, '')), 'Characters that cannot be seen were removed.');
  // All spaces look alike, and so would two names.
  name = name.replace(/\s+/gu, ' ');
  name = step(name, trimmed(name), 'Dots and spaces at its ends were removed.');
  name = step(name, name.replace(RESERVED, '_$&'), 'Its name is reserved on some computers.');
  name = step(name, trimmed(shortened(name)), 'Its name was too long and was shortened.');
  if (name) return { name, changed };
  return { name: fallback, changed: ['It had no name.'] };
}

/** As it is called outside of here. */
export const portableName = (name: string) => name.replace(REFUSED, '_');

const AT_ENDS = /[\s.]/u;

function trimmed(name: string): string {
  let [from, to] = [0, name.length];
  while (from < to && AT_ENDS.test(name[from] ?? '')) from++;
  while (to > from && AT_ENDS.test(name[to - 1] ?? '')) to--;
  return name.slice(from, to);
}

/** `{ base: 'a.tar', extension: '.gz' }`; an extension without a base is a base. */
export function splitName(name: string): { base: string; extension: string } {
  const at = name.lastIndexOf('.');
  const extension = at > 0 ? name.slice(at) : '';
  if (!extension || bytesOf(extension) > MOST_EXTENSION_BYTES || /\s/.test(extension))
    return { base: name, extension: '' };
  return { base: name.slice(0, at), extension };
}

/** With `ending` between base and extension, within the limit of bytes. */
export function withEnding(name: string, ending: string): string {
  const { base, extension } = splitName(name);
  return `${cutBytes(base, MOST_BYTES - bytesOf(ending + extension))}${ending}${extension}`;
}

const shortened = (name: string) => (bytesOf(name) <= MOST_BYTES ? name : withEnding(name, ''));
