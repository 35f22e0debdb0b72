import { parseEstimate } from '@/components/field/estimate';
import { fold } from '@/lib/fold';
import type { Formats } from '@/lib/formats';
import { bare, dayInWords } from '@/lib/formats/day-words';
import { namedBy } from '@/lib/person/named-by';
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

const isSign = (word = '') => /^[@#!]\S/.test(word);

/** `@anna`, `#design`, `!high`: wherever they stand. */
function sign(word: string, { people, labels, memberId }: Reading): QuickPart | null {
  const rest = bare(word.slice(1));
  if (word.startsWith('@')) {
    const of = people.find(({ _id }) => _id === memberId && fold(rest) === 'me') ?? namedBy(people, rest);
    return of ? { word, kind: 'assignee', of } : null;
  }
  if (word.startsWith('#')) {
    const of = namedBy(labels, rest);
    return of ? { word, kind: 'label', of } : null;
  }
  const priority = word.startsWith('!') && rest ? PRIORITIES.find((one) => one.startsWith(rest.toLowerCase())) : null;
  return priority ? { word, kind: 'priority', priority } : null;
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
      const date = atEnd.has('due') ? null : dayInWords(run, reading);
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
