import { fold, JOINED } from '@/lib/fold';
import { renderMarkdown } from '@/lib/markdown/markdown';
import { withTexts } from '@/lib/markdown/task-links';

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

/** As `@` is written, also among full-width letters. */
const AT = /[@\uFF20\uFE6B]/;
const SIGNS: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
/** A letter with all its marks, or a sign as HTML writes it. */
const SIGN = new RegExp(`&(?:lt|gt|quot|amp);|[^][${JOINED}]{0,30}`, 'uy');

const letterAt = (text: string, at: number): string => {
  const point = text.codePointAt(at);
  return point === undefined ? '' : String.fromCodePoint(point);
};
const small = (text: string) => text.normalize('NFC').toLowerCase();

/** Names of one length. `alike`: by their folded form, null where it is several people's; `exact`: by how they are written. */
type Names<T> = { exact: Map<string, T>; alike: Map<string, T | null> };

/** Names by their folded length, the longest first, so that the work for each `@` does not grow with their number. */
function indexOf<T>(named: Iterable<readonly [name: string, T]>) {
  const byLength = new Map<number, Names<T>>();
  const all = [...named].map(([name, one]) => [fold(name), small(name), one] as const);
  for (const [name, written, one] of all.sort(([one], [other]) => other.length - one.length)) {
    if (!name) continue;
    const names = byLength.get(name.length) ?? { exact: new Map<string, T>(), alike: new Map<string, T | null>() };
    names.exact.set(written, one);
    names.alike.set(name, (names.alike.get(name) ?? one) === one ? one : null);
    byLength.set(name.length, names);
  }
  return { byLength, initials: new Set(all.map(([name]) => name.charAt(0))), longest: all[0]?.[0].length ?? 0 };
}

/** Each name behind an `@` of a text, in its order; the longest one wins. Where each begins and ends. */
function* namesIn<T>(text: string, { byLength, initials, longest }: ReturnType<typeof indexOf<T>>) {
  const known = new Map<string, string>();
  const foldedSign = (sign: string) => {
    const folded = known.get(sign) ?? fold(SIGNS[sign] ?? sign);
    known.set(sign, folded);
    return folded;
  };
  let from = 0;
  let signs = 0;
  for (const { index: at } of text.matchAll(new RegExp(AT, 'g'))) {
    signs += 1;
    if (signs > MOST_SIGNS) return;
    if (at < from || ADDRESS.test(text.charAt(at - 1))) continue;
    let folded = '';
    /** Where the text ends that a folded one of so many letters was made of. */
    const ends = new Map<number, number>();
    for (let end = at + 1; end < text.length && folded.length <= longest; ) {
      SIGN.lastIndex = end;
      const sign = SIGN.exec(text)?.[0] ?? '';
      folded += foldedSign(sign);
      if (folded && !initials.has(folded.charAt(0))) break;
      end += sign.length;
      ends.set(folded.length, end);
    }
    for (const [length, { exact, alike }] of byLength) {
      const end = ends.get(length);
      if (end === undefined || GOES_ON.test(letterAt(text, end))) continue;
      const named = exact.get(small(text.slice(at + 1, end))) ?? alike.get(folded.slice(0, length));
      if (named === undefined || named === null) continue;
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

/** Whom a rendered text calls by `@` and their name, however it is typed; who is named exactly comes before those named alike. */
export function mentionedIn<P extends { id: string; name: string }>(html: string, people: readonly P[]): P[] {
  if (!AT.test(html)) return [];
  const index = indexOf(
    people.flatMap((person) =>
      [...new Set([person.name, asWritten(person.name)])].map((name) => [name, person] as const),
    ),
  );
  const found = new Map<string, P>();
  for (const { named } of namesIn(saidIn(html).normalize('NFC'), index)) {
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
  if (called.length === 0 || !AT.test(html)) return html;
  const index = indexOf(called.map((one) => [one.name, one] as const));
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
