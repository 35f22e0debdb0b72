import { renderMarkdown } from '@/lib/markdown/markdown';
import { escaped, withTexts } from '@/lib/markdown/task-links';

/** `mine`: the reader is called. */
export type Called = { name: string; mine: boolean };

/** Limits how many people one text can notify. */
const MOST_MENTIONS = 50;
const MOST_SIGNS = 1000;

/** Before `@`: an email address. Scripts without capital letters write other words right before it. */
const ADDRESS = /[\p{Lu}\p{Ll}\p{Lt}\p{N}_]/u;
/** Behind a name: it goes on. Scripts without spaces, and Korean, write other words right behind it. */
const GOES_ON =
  /[\p{M}\p{N}_]|(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}])\p{L}/u;

/** Spaces, apostrophes and hyphens that keyboards, phones and word processors put for one another. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, ' '],
  [/[\u2018\u2019\u201B\u02B9\u02BB\u02BC\u00B4\u0060\u2032\uFF07\u05F3]/g, "'"],
  [/[\u201C-\u201F\u2033\uFF02\u05F4]/g, '"'],
  [/[\u2010\u2011\uFE63\uFF0D]/g, '-'],
  [/\uFF20/g, '@'],
  // Its small letter would be two.
  [/\u0130/g, 'i'],
];

/** In small letters, with one sign for those that look alike; each keeps its place, other than in `fold` of lib/fold. */
const folded = (text: string): string =>
  ALIKE.reduce((so, [signs, sign]) => so.replace(signs, sign), text.normalize('NFC'))
    .toLowerCase()
    // A small sigma has another form at the end of a word.
    .replaceAll('ς', 'σ');

const letterAt = (text: string, at: number): string => {
  const point = text.codePointAt(at);
  return point === undefined ? '' : String.fromCodePoint(point);
};

/** Names by their length, the longest first, so that the work for each `@` does not grow with their number. */
function indexOf<T>(named: Iterable<readonly [name: string, T]>) {
  const byLength = new Map<number, Map<string, T>>();
  const all = [...named].map(([name, one]) => [folded(name), one] as const);
  for (const [name, one] of all.sort(([one], [other]) => other.length - one.length))
    if (name) byLength.set(name.length, (byLength.get(name.length) ?? new Map<string, T>()).set(name, one));
  return { byLength, initials: new Set(all.map(([name]) => name.charAt(0))) };
}

/** Each name behind an `@` of a text, in its order; the longest one wins. Where each begins and ends. */
function* namesIn<T>(text: string, { byLength, initials }: ReturnType<typeof indexOf<T>>) {
  const all = folded(text);
  let from = 0;
  let signs = 0;
  for (let at = all.indexOf('@'); at >= 0 && signs < MOST_SIGNS; at = all.indexOf('@', at + 1)) {
    signs += 1;
    if (at < from || !initials.has(all.charAt(at + 1)) || ADDRESS.test(all.charAt(at - 1))) continue;
    for (const [length, names] of byLength) {
      const end = at + 1 + length;
      const named = GOES_ON.test(letterAt(all, end)) ? undefined : names.get(all.slice(at + 1, end));
      if (named === undefined) continue;
      yield { at, end, named };
      from = end;
      break;
    }
  }
}

/** What calls nobody: code, quotations, and links with their words. */
const SILENT = /^<\/?(?:a|code|pre|blockquote)[ >]/;
const EMPHASIS = /^<\/?(?:em|strong|s)>$/;
/** A name can be an email address, which Markdown makes a link. */
const MAILBOX = /<a href="mailto:[^"<>]*"[^<>]*>([^<>]*)<\/a>/g;
const SIGNS: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** What a rendered text says itself, without signs of formatting. `html`: as lib/markdown/markdown makes it. */
function saidIn(html: string): string {
  let said = '';
  withTexts(
    html.replace(MAILBOX, '$1'),
    (text) => {
      said += text;
      return text;
    },
    {
      silent: SILENT,
      between: (tag) => {
        if (!EMPHASIS.test(tag)) said += '\n';
      },
    },
  );
  return said.replace(/&(?:lt|gt|quot|amp);/g, (sign) => SIGNS[sign] ?? sign);
}

/** What a name with signs of Markdown is once it is written in a text. */
const asWritten = (name: string): string =>
  /[\\*_~`<>&[\]!|]/.test(name)
    ? saidIn(renderMarkdown(`@${name}`))
        .trim()
        .slice(1)
    : name;

/** Whom a rendered text calls by `@` and their name; letters are compared without case, and apostrophes and spaces of any kind. */
export function mentionedIn<P extends { id: string; name: string }>(html: string, people: readonly P[]): P[] {
  if (!/[@\uFF20]/.test(html)) return [];
  const index = indexOf(
    people.flatMap((person) =>
      [...new Set([person.name, asWritten(person.name)])].map((name) => [name, person] as const),
    ),
  );
  const found = new Map<string, P>();
  for (const { named } of namesIn(saidIn(html), index)) {
    found.set(named.id, named);
    if (found.size === MOST_MENTIONS) break;
  }
  return [...found.values()];
}

const ROOM = [{ id: 'room', name: 'room' }];

/** Whether a rendered message calls everybody in its room. */
export const callsRoom = (html: string): boolean => mentionedIn(html, ROOM).length > 0;

/** Marks in rendered text whom it calls, as `mentionedIn` finds them. */
export function withMentions(html: string, called: readonly Called[]): string {
  if (called.length === 0 || !/[@\uFF20]/.test(html)) return html;
  const index = indexOf(called.map((one) => [escaped(one.name), one] as const));
  return withTexts(
    html,
    (written) => {
      const text = written.normalize('NFC');
      let marked = '';
      let from = 0;
      for (const { at, end, named } of namesIn(text, index)) {
        const words = text.slice(at, end);
        marked += `${text.slice(from, at)}<span class="mention${named.mine ? ' mention-mine' : ''}">${words}</span>`;
        from = end;
      }
      return marked + text.slice(from);
    },
    { silent: SILENT },
  );
}
