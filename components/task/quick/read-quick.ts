import { parseEstimate } from '@/components/field/estimate';
import { readDay } from '@/components/ui/form/typed-day';
import { fold } from '@/lib/fold';
import type { Formats } from '@/lib/formats';
import { dayAfter, endOfWeek } from '@/lib/formats/days';
import { PRIORITIES, type Priority } from '@/lib/task/vocabulary';

type Named = { _id: string; name: string };

/** A word that means something, and what: what is written stays in the title if it is among `kept`. */
export type QuickPart = { word: string } & (
  | { kind: 'due'; date: string }
  | { kind: 'assignee' | 'label'; of: Named }
  | { kind: 'priority'; priority: Priority }
  | { kind: 'estimate'; minutes: number }
);

type Reading = {
  formats: Formats;
  today: string;
  memberId: string;
  /** Those who may be assigned, and labels; empty where they are not known yet. */
  people: readonly Named[];
  labels: readonly Named[];
  kept?: ReadonlySet<string>;
};

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const isSign = (word = '') => /^[@#!]\S/.test(word);
const bare = (word: string) => word.replace(/(?<![,.;:?)])[,.;:?)]+$/, '');

/** The one whose name, or a part of it, begins with what is written; none where several could be meant. */
function match(list: readonly Named[], written: string): Named | undefined {
  const wanted = fold(written)
    .replace(/[-_.]+/g, ' ')
    .trim();
  if (!wanted) return undefined;
  const close = wanted.replaceAll(' ', '');
  const namesOf = ({ name }: Named) => {
    const whole = fold(name);
    return [whole, whole.replace(/[\s-]+/g, ''), ...whole.split(/[\s-]+/)];
  };
  const exact = list.filter((one) => namesOf(one).some((name) => name === wanted || name === close));
  if (exact.length) return exact.length === 1 ? exact[0] : undefined;
  const begun = list.filter((one) => namesOf(one).some((name) => name.startsWith(wanted) || name.startsWith(close)));
  return begun.length === 1 ? begun[0] : undefined;
}

/** `@anna`, `#design`, `!high`: wherever they stand. */
function sign(word: string, { people, labels, memberId }: Reading): QuickPart | null {
  const rest = bare(word.slice(1));
  if (word.startsWith('@')) {
    const of = people.find(({ _id }) => _id === memberId && fold(rest) === 'me') ?? match(people, rest);
    return of ? { word, kind: 'assignee', of } : null;
  }
  if (word.startsWith('#')) {
    const of = match(labels, rest);
    return of ? { word, kind: 'label', of } : null;
  }
  const priority = word.startsWith('!') && rest ? PRIORITIES.find((one) => one.startsWith(rest.toLowerCase())) : null;
  return priority ? { word, kind: 'priority', priority } : null;
}

/** A day in one to three words: today, friday, next week, next monday, in 3 days, 3 Dec, 2026-12-03. */
function dayIn(words: readonly string[], { formats, today }: Reading): string | null {
  const text = words.map(bare).join(' ').toLowerCase();
  const week = endOfWeek(today, formats.firstDay);
  const weekdayAfter = (day: string, name: string) => {
    const at = WEEKDAYS.indexOf(name);
    if (at < 0) return null;
    const from = new Date(`${day}T12:00:00Z`).getUTCDay();
    return dayAfter(day, ((at - from + 6) % 7) + 1);
  };
  const [, count, unit] = /^in (\d{1,3}) (day|week)s?$/.exec(text) ?? [];
  if (count) return dayAfter(today, Number(count) * (unit === 'week' ? 7 : 1));
  if (text === 'next week') return dayAfter(week, 1);
  if (text.startsWith('next ')) return weekdayAfter(week, text.slice(5));
  const isDate = /^(today|tomorrow|\d{4}-\d{2}-\d{2}|\d{1,2}\.? \p{L}{3,}|\p{L}{3,} \d{1,2})$/u.test(text);
  return weekdayAfter(today, text) ?? (isDate ? readDay(text, formats, today) : null);
}

/**
 * What the words of a new task mean besides its title. Signs count wherever they stand; a day and an estimate only where
 * nothing but signs follows, so that "Prepare the today show" stays what it is. A text that would have no title left is one.
 */
export function readQuick(text: string, reading: Reading): { title: string; parts: QuickPart[] } {
  const words = text.split(/\s+/).filter(Boolean);
  const isKept = (word: string) => reading.kept?.has(word) === true;
  const parts: (QuickPart | null)[] = words.map((word) => (isKept(word) ? null : sign(word, reading)));
  const atEnd = new Set<QuickPart['kind']>();
  const taken = new Set(parts.flatMap((part, at) => (part ? at : [])));
  for (let at = words.length - 1; at >= 0; ) {
    if (taken.has(at)) {
      at--;
      continue;
    }
    const found = endingAt(at);
    // A sign that names nothing stays in the title; what stands before it is still understood.
    if (!found && isSign(words[at])) {
      at--;
      continue;
    }
    if (!found) break;
    parts[found.from] = found.part;
    atEnd.add(found.part.kind);
    for (let one = found.from; one <= at; one++) taken.add(one);
    at = found.from - 1;
  }
  function endingAt(at: number): { from: number; part: QuickPart } | null {
    for (const length of [3, 2, 1]) {
      const from = at - length + 1;
      const run = words.slice(Math.max(0, from), at + 1);
      if (from < 0 || run.some((word, step) => taken.has(from + step) || isKept(word))) continue;
      const word = run.join(' ');
      if (isKept(word)) continue;
      const date = atEnd.has('due') ? null : dayIn(run, reading);
      if (date) return { from, part: { word, kind: 'due', date } };
      const isEstimate = /^(\d+([.,]\d+)?h)?( ?\d+m(in)?)?$/i.test(word);
      const minutes = isEstimate && !atEnd.has('estimate') ? parseEstimate(word) : null;
      if (minutes) return { from, part: { word, kind: 'estimate', minutes } };
    }
    return null;
  }
  const title = words.filter((_, at) => !taken.has(at)).join(' ');
  const given = parts.filter((part) => part !== null);
  const onlyWords = given.every(({ kind }) => kind === 'due' || kind === 'estimate');
  return !title && onlyWords ? { title: words.join(' '), parts: [] } : { title, parts: given };
}

/** The fields of a task, as they are sent. Of two days or priorities the last counts. */
export function quickFields(parts: readonly QuickPart[]) {
  const ids = (kind: 'assignee' | 'label') => [
    ...new Set(parts.flatMap((part) => (part.kind === kind ? part.of._id : []))),
  ];
  const [assignee_ids, label_ids] = [ids('assignee'), ids('label')];
  const due = parts.findLast((part) => part.kind === 'due');
  const urgency = parts.findLast((part) => part.kind === 'priority');
  const effort = parts.findLast((part) => part.kind === 'estimate');
  return {
    ...(due && { due_date: due.date }),
    ...(urgency && { priority: urgency.priority }),
    ...(effort && { estimate_minutes: effort.minutes }),
    ...(assignee_ids.length > 0 && { assignee_ids }),
    ...(label_ids.length > 0 && { label_ids }),
  };
}
export type QuickFields = ReturnType<typeof quickFields>;
