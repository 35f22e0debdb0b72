import { escaped, withTexts } from '@/lib/markdown/task-links';

/** `mine`: the reader is called. */
export type Called = { name: string; mine: boolean };

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Marks in rendered text whom it calls: as it is found when it is sent, the longest name first, in no link and no code. */
export function withMentions(html: string, called: readonly Called[]): string {
  if (called.length === 0 || !html.includes('@')) return html;
  const byName = new Map(called.map((one) => [escaped(one.name).toLowerCase(), one]));
  const names = [...byName.keys()].sort((one, other) => other.length - one.length).map(literal);
  const written = new RegExp(`(?<![\\p{L}\\p{N}_])@(${names.join('|')})(?![\\p{L}\\p{N}_])`, 'giu');
  return withTexts(html, (text) =>
    text.replace(
      written,
      (whole, name: string) =>
        `<span class="mention${byName.get(name.toLowerCase())?.mine ? ' mention-mine' : ''}">${whole}</span>`,
    ),
  );
}
