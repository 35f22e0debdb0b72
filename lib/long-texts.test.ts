import { expect, test } from 'vitest';
import { safeName } from '@/lib/file/bytes/names';
import { mergeTexts } from '@/lib/markdown/merge-texts';
import { withTexts } from '@/lib/markdown/task-links';
import { checklistOf, takeChecklist } from '@/lib/task-import/schema.checklist';
import { jiraMarkdown } from '@/lib/task-import/schema.markup';
import { titleOf } from '@/lib/task-origin/vocabulary';
import { rangeOf } from '@/lib/transport/file-response';

/** What meets the text of users, with the letters that cost it most. `letters`: repeated to the length that is tried. */
const MEETS_TEXT: readonly {
  name: string;
  letters: string;
  begin?: string;
  end?: string;
  run: (text: string) => unknown;
}[] = [
  { name: 'Jira: a panel', begin: '{panel:', letters: 'title=', run: (text) => jiraMarkdown(text) },
  { name: 'Jira: panels', letters: '{panel:title=', run: (text) => jiraMarkdown(text) },
  { name: 'Jira: code', letters: '{code}{code:a ', run: (text) => jiraMarkdown(text) },
  { name: 'Jira: emphasis', letters: '*a -b +c ', run: (text) => jiraMarkdown(text) },
  { name: 'Jira: brackets', letters: '[~[a|', run: (text) => jiraMarkdown(text) },
  { name: 'Jira: braces', letters: '{{a{b}', run: (text) => jiraMarkdown(text) },
  { name: 'Jira: pictures', letters: '!a.png|', run: (text) => jiraMarkdown(text) },
  { name: 'Jira: a row', letters: '| ', end: 'x', run: (text) => jiraMarkdown(text) },
  { name: 'checklist: marks', letters: '#', end: '\u2028', run: (text) => checklistOf(text, /\n/) },
  { name: 'checklist: spaces', letters: ' ', end: '\u2028x', run: (text) => checklistOf(text, /\n/) },
  { name: 'checklist: boxes', letters: '[ ] ', end: '\u2028', run: (text) => takeChecklist(text) },
  { name: 'merge: one line', letters: 'a\n', run: (text) => mergeTexts(text, `${text}b`, `c\n${text}`) },
  {
    name: 'merge: both changed',
    letters: 'a\nb\n',
    run: (text) => mergeTexts(text, text.replaceAll('a', 'c'), text.replaceAll('b', 'd')),
  },
  { name: 'title: brackets', letters: '[', run: titleOf },
  { name: 'title: marks', letters: '*', end: ' ', run: titleOf },
  { name: 'file name: spaces', begin: 'a', letters: ' ', end: 'b', run: safeName },
  { name: 'html: open tags', letters: '<', run: (text) => withTexts(text, (part) => part) },
  { name: 'range: spaces', begin: 'bytes=', letters: ' ', end: '-x', run: (text) => rangeOf(text, 1) },
];

/** The least of three, in ms of processor time. */
function costOf(run: () => unknown): number {
  const once = () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  return Math.min(once(), once(), once());
}

/** Below this (ms) a cost is mostly the clock's own. */
const FLOOR = 1;

test.each(MEETS_TEXT)(
  '$name: ten times the text costs at most twenty times as much',
  ({ begin = '', letters, end = '', run }) => {
    const textOf = (length: number) => begin + letters.repeat(Math.ceil(length / letters.length)) + end;
    const costs = [1_000, 10_000, 100_000].map((length) => costOf(() => run(textOf(length))));
    for (const at of [1, 2]) expect(costs[at], String(costs)).toBeLessThan(20 * Math.max(FLOOR, costs[at - 1] ?? 0));
  },
);
