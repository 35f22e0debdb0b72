/** Email addresses as mail and word processors give them when they are copied. No validator here: this file ships to browsers. */

/** Nobody sees these, and they come along: joiners, marks of direction, soft hyphens, marks of byte order. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const SPACES = /[^\S\n\r\t\v\f\u2028\u2029]/g;
/** What keyboards and word processors write instead. */
const SIGNS: readonly [RegExp, string][] = [
  [/[＠﹫]/g, '@'],
  [/[．。｡]/g, '.'],
  [/[\u2010\u2011]/g, '-'],
  [/[＜〈]/g, '<'],
  [/[＞〉]/g, '>'],
  [/[，、]/g, ','],
  [/；/g, ';'],
];
const AROUND = new Set('"\'“”„‟‚‘’‛«»‹›`<>()[]{} \t');
const AT_THE_END = new Set([...AROUND, ...'.,;:!?…']);
const CLOSES: Record<string, string> = { '>': '<', ']': '[', ')': '(' };

const cleaned = (text: string): string =>
  SIGNS.reduce((whole, [sign, plain]) => whole.replace(sign, plain), text.replace(UNSEEN, '').replace(SPACES, ' '));

function within(text: string, before: ReadonlySet<string>, behind: ReadonlySet<string>): string {
  let [from, to] = [0, text.length];
  while (from < to && before.has(text[from] as string)) from++;
  while (to > from && behind.has(text[to - 1] as string)) to--;
  return text.slice(from, to);
}

function bare(text: string): string {
  const address = within(text, AROUND, AT_THE_END);
  const link = /^mailto:/i.test(address) ? (address.slice('mailto:'.length).split('?', 1)[0] as string) : address;
  return within(link, AROUND, AT_THE_END).replace(/[’‘]/g, "'");
}

export type Addressee = { email: string; name: string | null };

/** One of them: `'Anna Müller' <mailto:anna@x.de>`, `[anna@x.de](mailto:anna@x.de)` or the address alone. The server checks it. */
export function addresseeIn(given: string): Addressee {
  const text = within(cleaned(given), new Set(' \t'), new Set(' \t.,;'))
    .replace(/^(?:to|cc|bcc|an|from|von): */i, '')
    .replace(/^(?:[•·▪◦‣–—*-]|\d{1,3}[.)]) +/, '');
  const opens = CLOSES[text.at(-1) ?? ''];
  const at = opens === undefined ? -1 : text.lastIndexOf(opens);
  if (at < 0 || !text.includes('@', at)) return { email: bare(text), name: null };
  const email = bare(text.slice(at));
  const before = text.slice(0, at);
  // Which of two addresses is meant nobody can tell.
  if (before.includes('@')) return { email: bare(before) === email ? email : text, name: null };
  return { email, name: within(before, AROUND, AROUND).replaceAll('"', '').replace(/ +/g, ' ') || null };
}

/** A family name before its comma: `Müller, Anna <anna@x.de>`. */
const A_NAME = /^[^@<>]{1,60}$/;
const NAMED = /^[^@<>]{0,200}[^@<>\s][^@<>]{0,200}<[^<>]*>/;

/** Of a text with many, each as it was written: at commas, semicolons, tabs and lines, but not within quotation marks. */
export function partsOf(text: string): string[] {
  const parts: { text: string; by: string }[] = [];
  let part = '';
  let closing = '';
  for (const sign of `${cleaned(text)}\n`) {
    const ends = /[\n\r\v\f\u2028\u2029]/.test(sign);
    if (ends || (!closing && /[,;\t]/.test(sign))) {
      const before = parts.at(-1);
      const joins =
        before !== undefined &&
        A_NAME.test(before.text) &&
        ((before.by === ',' && NAMED.test(part.trim())) ||
          (before.by === '\t' && /^[^\s@]+@[^\s@]+$/.test(part.trim())));
      if (joins) {
        parts.pop();
        part = before.by === ',' ? `${before.text}, ${part.trim()}` : `${before.text} <${part.trim()}>`;
      }
      if (part.trim()) parts.push({ text: part.trim(), by: sign });
      part = '';
      closing = '';
      continue;
    }
    if (closing ? closing.includes(sign) : /["“„<]/.test(sign))
      closing = closing ? '' : sign === '"' ? '"' : sign === '<' ? '>' : '“”';
    part += sign;
  }
  return parts.map((one) => one.text);
}

/** Why an address cannot be one, where somebody might not see it. */
export function oddSign(email: string): string | null {
  const odd = [...email].find((sign) => sign > '~');
  return odd === undefined ? null : `“${odd}” cannot stand in an email address here.`;
}
