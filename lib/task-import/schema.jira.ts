/** What only Jira writes. Runs anywhere. */
import { type DayOrder, readDate } from '@/lib/task-import/schema.dates';
import { inEnglish } from '@/lib/task-import/schema.headings';
import { jiraMarkdown } from '@/lib/task-import/schema.markup';
import { cut, POINTS_OF_PROSE } from '@/lib/text';

/**
 * Names by account id, from columns such as `Assignee` beside `Assignee Id` or `Custom field (Reviewer)` beside
 * `Custom field (Reviewer)Id`, of which there may be several.
 */
export function jiraAccounts(headings: readonly string[], rows: readonly { cells: string[] }[]): Map<string, string> {
  const places = new Map<string, number[]>();
  headings.forEach((heading, at) => {
    const name = inEnglish(heading).toLowerCase();
    places.set(name, [...(places.get(name) ?? []), at]);
  });
  const pairs = [...places].flatMap(([name, ids]) =>
    / id$|\)id$/.test(name) ? ids.map((id, nth) => [id, places.get(name.replace(/ ?id$/, ''))?.[nth]] as const) : [],
  );
  const names = new Map<string, string>();
  for (const { cells } of rows)
    for (const [id, name] of pairs) {
      const [account, person] = [cells[id]?.trim(), name === undefined ? '' : cells[name]?.trim()];
      if (account && person) names.set(account, person);
    }
  return names;
}

const MOST_DESCRIPTION = 44_000;

/** As Markdown: whole lines as far as they fit, and what is further. */
export function jiraDescription(text: string, accounts: ReadonlyMap<string, string>) {
  const whole = jiraMarkdown(text, accounts).trim();
  const kept = cut(whole, MOST_DESCRIPTION, '', POINTS_OF_PROSE);
  if (kept === whole) return { description: whole, further: [] };
  const line = kept.lastIndexOf('\n');
  const end = line > 0 ? line : kept.length;
  return { description: `${whole.slice(0, end)}\n\n…`, further: [whole.slice(end).trim()] };
}

/** `28/Apr/20 11:40 AM;author;text`; the text alone where it is not so. */
export function jiraComment(cell: string, order: DayOrder, zone: string, accounts: ReadonlyMap<string, string>) {
  const [, date, author, text] = /^([^;\n]{6,40});([^;\n]{0,120});([\s\S]*)$/.exec(cell) ?? [];
  const at = date && readDate(date, order, zone);
  if (!at || text === undefined) return { author: null, at: null, text: jiraMarkdown(cell, accounts) };
  const by = accounts.get(author ?? '') ?? author;
  return { author: by || null, at: at.at ?? `${at.day}T12:00:00.000Z`, text: jiraMarkdown(text, accounts) };
}

/** `text;28/Apr/20 11:40 AM;author;3600`: who and when may be absent, and the text; the last are seconds. */
export function jiraLog(cell: string, order: DayOrder, zone: string, accounts: ReadonlyMap<string, string>) {
  const parts = cell.split(';');
  const seconds = parts.pop()?.trim() ?? '';
  const minutes = Math.round(Number(seconds) / 60);
  if (!/^\d+$/.test(seconds) || minutes < 1) return null;
  const author = parts.pop()?.trim() ?? '';
  const date = readDate(parts.pop() ?? '', order, zone);
  return {
    author: accounts.get(author) ?? (author || null),
    at: date && (date.at ?? `${date.day}T12:00:00.000Z`),
    minutes,
    text: parts.join(';').trim(),
  };
}

/** `date;author;name;url`. */
export function jiraAttachment(cell: string): { name: string; url: string } | null {
  const [, name, url] = /^[^;]*;[^;]*;([^;]*);(\S+)$/.exec(cell) ?? [];
  if (url) return { name: name || url, url };
  return /^https?:/.test(cell) ? { name: cell, url: cell } : null;
}

/** Seconds in words. */
export function spent(seconds: string): string[] {
  const minutes = Math.round(Number(seconds) / 60);
  if (!(minutes > 0)) return [];
  const parts = [Math.floor(minutes / 60) && `${Math.floor(minutes / 60)} h`, minutes % 60 && `${minutes % 60} min`];
  return [parts.filter(Boolean).join(' ')];
}
