/** No validator here: this file ships to browsers. */
import { cutAtWord } from '@/lib/text';

/** How a project stands by the word of whoever wrote; what is counted says it beside that. */
export const UPDATE_HEALTH = ['on_track', 'at_risk', 'off_track'] as const;
export type UpdateHealth = (typeof UPDATE_HEALTH)[number];
export const UPDATE_HEALTH_LABEL: Record<UpdateHealth, string> = {
  on_track: 'On track',
  at_risk: 'At risk',
  off_track: 'Off track',
};

/** In the order in which they are written and read. */
export const UPDATE_FIELDS = ['done', 'next', 'trouble'] as const;
export type UpdateField = (typeof UPDATE_FIELDS)[number];
export const UPDATE_FIELD_LABEL: Record<UpdateField, string> = {
  done: 'What was done',
  next: 'What comes next',
  trouble: 'What stands in the way',
};

const MOST_SENTENCE = 160;

/** The first sentence that says something, of those in their order. */
export function sentenceOf(update: Record<UpdateField, string>): string {
  const text = UPDATE_FIELDS.map((field) => update[field].trim()).find(Boolean) ?? '';
  const [line = ''] = text.split('\n', 1);
  const end = line.search(/[.!?…](?:\s|$)/);
  return cutAtWord(end < 0 ? line : line.slice(0, end + 1), MOST_SENTENCE);
}

/** So long its author may change what it says. */
export const CHANGES_FOR_HOURS = 24;
