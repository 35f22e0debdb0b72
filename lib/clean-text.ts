/** How texts that people write are cleaned, the same at every door. Runs anywhere. */
import { cut } from '@/lib/text';

// Invisible characters can hide a difference or disguise text; C1 controls and noncharacters have no use.
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Noncharacter_Code_Point}\u0080-\u009F]/u;
// Exceptions that writing needs: joiners in scripts and emoji, emoji tags, variants, signs before numbers.
const NEEDED = [
  /(?<=(?=[\p{L}\p{M}])[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}])(?:\u200C|\u200D)(?!\u200C|\u200D)/u,
  /(?<=\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)\u200D(?=\p{Extended_Pictographic})/u,
  /(?<=\p{Extended_Pictographic})(?:\uFE0E|\uFE0F)|(?<=[0-9#*])\uFE0F(?=\u20E3)/u,
  /(?<=\u{1F3F4}[\u{E0020}-\u{E007E}]{0,6})[\u{E0020}-\u{E007F}]/u,
  /(?<=\p{sc=Han})[\uFE00-\uFE02\u{E0100}-\u{E01EF}]|(?<=\p{sc=Mong})[\u180B-\u180D\u180F]/u,
  /[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]/u,
];
const DECEPTIVE = new RegExp(`(?=${UNSEEN.source})(?:(${NEEDED.map(({ source }) => source).join('|')})|[^])`, 'gu');
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;
const BLANK = /[\u115F\u1160\u2800\u3164\uFFA0\uFFFC\u{16FE4}\u{1D159}]/gu;
const MARKS = /\p{M}{5,}/gu;
const HEAP_OF_MARKS = /(?:(?=\p{M})\p{sc=Zinh}){5}|\p{M}{9}/u;
const NOTHING_TO_SEE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Co}\p{Z}\p{M}]/gu;

/** In one form (NFC), without signs that cannot be seen, except those that scripts and emoji are written with. */
export const clean = (text: string): string => text.replace(DECEPTIVE, '$1').normalize('NFC');

/** The same on one line, without spaces at its ends or several in a row. */
export const cleanLine = (text: string): string => clean(text.replace(BLANK, ' ')).replace(/\s+/gu, ' ').trim();

export const isEmptyToTheEye = (text: string): boolean => text.replace(NOTHING_TO_SEE, '') === '';
export const hasHeapOfMarks = (text: string): boolean => HEAP_OF_MARKS.test(text);

/** Most cells of a large file. */
const ASCII = /^[\t\n -~]*$/;

/** What another program wrote, as it can be stored: without control characters and halves of letters, lines ended by \n. */
export const storable = (text: string): string =>
  ASCII.test(text) ? text : clean(text.toWellFormed().replace(/\r\n?/g, '\n').replace(CONTROL, ''));

/** What another program wrote, as a line of `most` letters takes it; empty where nothing of it can be seen. */
export function fittedLine(text: string, most: number, end = ''): string {
  const whole = cleanLine(text.toWellFormed().replace(CONTROL, ' '));
  const line = whole.replace(MARKS, (marks) => (hasHeapOfMarks(marks) ? [...marks].slice(0, 4).join('') : marks));
  return isEmptyToTheEye(line) ? '' : cut(line, most, end).trim();
}

/** Two names are one where these are equal: form and case of their letters do not count. */
export const nameKey = (name: string): string => cleanLine(name).toUpperCase().toLowerCase();
