import { expect, test } from 'vitest';
import { STANDARD } from '@/lib/workflow/vocabulary';
import { actionInWords, beginsInWords } from './rule-words';

const names = { l: 'Design', m: 'Anna' };
const plain = (words: string) => words.replace(/[\u2066-\u2069]/g, '');

test.each([
  ['moved', '3', 'A task is moved to Testing'],
  ['moved', null, 'A task is moved to any status'],
  ['due', '1', 'A task is due in 1 day'],
  ['due', '3', 'A task is due in 3 days'],
  ['labelled', 'l', 'A label is added: Design'],
  ['labelled', null, 'A label is added: any'],
  ['labelled', 'gone', 'A label is added: one that is no longer there'],
  ['priority', 'high', 'The priority becomes High'],
  ['priority', null, 'The priority becomes any other'],
  ['overdue', null, 'A task is overdue'],
] as const)('a rule that begins by %s %s says “%s”', (trigger, value, words) =>
  expect(plain(beginsInWords({ trigger, value }, STANDARD, names))).toBe(words),
);

test.each([
  [{ do: 'status', status: 3 }, 'Move to Testing'],
  [{ do: 'priority', priority: 'urgent' }, 'Set the priority to Urgent'],
  [{ do: 'label', label_id: 'l' }, 'Add the label Design'],
  [{ do: 'label', label_id: 'gone' }, 'Add the label that is no longer there'],
  [{ do: 'comment', text: 'Done?' }, 'Write an internal comment: “Done?”'],
  [{ do: 'assign', who: 'leader' }, 'Assign: The project’s leader'],
  [{ do: 'tell', who: 'person', member_id: 'm' }, 'Notify: Anna'],
  [{ do: 'tell', who: 'person', member_id: 'gone' }, 'Notify: somebody who is no longer there'],
])('what a rule does by %j is said as “%s”', (action, words) =>
  expect(plain(actionInWords(action, STANDARD, names))).toBe(words),
);
