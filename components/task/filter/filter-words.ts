import { bidi } from '@/lib/bidi';
import { dayWords } from '@/lib/filter/days';
import { type Item, isGroup } from '@/lib/filter/format';
import type { Formats } from '@/lib/formats';
import { AUDIENCE_LABEL, estimateWords, PRIORITY_LABEL, type Priority, statusOf } from '@/lib/task/vocabulary';
import { fieldOf } from '@/lib/task/vocabulary.fields';

/** Names of people, categories and so on, by id. */
export type Names = Readonly<Record<string, string>>;

/** "Assignee: Anna, me", "Status not: Completed", "Due date: Overdue or (Priority: High and Assignee: Me)". */
export function sayItem(item: Item, names: Names, formats: Formats): string {
  if (!isGroup(item)) {
    const { field, not, values } = item;
    return bidi`${fieldName(field, names)}${not ? ' not' : ''}: ${values.map((value) => sayValue(field, value, names, formats)).join(', ')}`;
  }
  const words = item.of
    .map((one) => (isGroup(one) && !one.not ? `(${sayItem(one, names, formats)})` : sayItem(one, names, formats)))
    .join(item.join === 'any' ? ' or ' : ' and ');
  return item.not ? `Not (${words})` : words;
}

/** One that the organisation defines is called by its name. */
export function fieldName(name: string, names: Names): string {
  const field = fieldOf(name);
  return field?.custom ? (names[field.custom] ?? 'A field') : (field?.label ?? '');
}

export function sayValue(name: string, value: string, names: Names, formats: Formats): string {
  const field = fieldOf(name);
  if (value === 'none') return field?.none ?? value;
  switch (field?.kind) {
    case 'status':
      return names[`status:${value}`] ?? statusOf(Number(value)).label;
    case 'priority':
      return PRIORITY_LABEL[value as Priority];
    case 'audience':
      return AUDIENCE_LABEL[value as keyof typeof AUDIENCE_LABEL];
    case 'people':
      return value === 'me' ? 'Me' : (names[value] ?? 'Somebody');
    case 'days':
      return value === 'overdue' ? 'Overdue' : dayWords(value, (day) => formats.day(day));
    case 'minutes':
      return value === 'any' ? 'Any' : minuteWords(value);
    case 'text':
    case 'words':
      return `“${value}”`;
    case 'number':
      return amountWords(value, formats);
    case 'flag':
      return value === 'me' ? 'Me' : value === 'yes' ? 'Yes' : 'No';
    case 'parent':
      return value === 'any' ? 'Any' : (names[value] ?? 'A task');
    default:
      return names[value] ?? (/^[A-Z]/.test(value) ? value : 'No longer there');
  }
}

function amountWords(value: string, formats: Formats): string {
  const [from = '', until = from] = value.split('..');
  const say = (text: string) => formats.number(Number(text));
  if (from === until) return say(from);
  if (!from) return `At most ${say(until)}`;
  return until ? `${say(from)} – ${say(until)}` : `At least ${say(from)}`;
}

function minuteWords(value: string): string {
  const [from = '', until = from] = value.split('..');
  const say = (text: string) => estimateWords(Number.parseInt(text, 10) * (text.endsWith('h') ? 60 : 1));
  if (from === until) return say(from);
  if (!from) return `At most ${say(until)}`;
  return until ? `${say(from)} – ${say(until)}` : `At least ${say(from)}`;
}
