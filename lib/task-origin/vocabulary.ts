/** What a task is made of: another task, or a comment. No validator here: this file ships to browsers. */

/** What a duplicate can take along, besides the title, priority, category, estimate, parent and values of the organisation’s own fields that it always has. */
import { cutAtWord } from '@/lib/text';

export const PARTS = ['description', 'labels', 'checklist', 'subtasks', 'assignees', 'dates', 'attachments'] as const;
export type Part = (typeof PARTS)[number];

/** Unless somebody says otherwise: what the task is, not who does it and when. */
export const USUAL_PARTS: readonly Part[] = ['description', 'labels', 'checklist', 'subtasks'];

const TITLE = 200;
const MARKS: readonly (readonly [mark: RegExp, text: string])[] = [
  [/^\s*(?:(?:[#>]+|[-*+]|\d+[.)])\s+)*(?:\[[ xX]\]\s+)?/, ''],
  [/!?\[([^[\]]*)\]\([^()]*\)/g, '$1'],
  [/[*_~`]+(?=\S)|(?<=\S)[*_~`]+/g, ''],
];

/** The first line of Markdown that says something, as a title: without marks, and not cut within a word. Empty: none does. */
export function titleOf(markdown: string): string {
  for (const line of markdown.split('\n')) {
    const text = MARKS.reduce((rest, [mark, instead]) => rest.replace(mark, instead), line).trim();
    if (!/[\p{L}\p{N}]/u.test(text)) continue;
    return cutAtWord(text, TITLE);
  }
  return '';
}
