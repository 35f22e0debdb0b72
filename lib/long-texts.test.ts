import { describe, expect, test } from 'vitest';
import { emojiAt } from '@/components/chat/emoji/emoji-at';
import { quoteOf } from '@/components/comment/threads';
import { markdownOf } from '@/components/editor/doc-markdown';
import { blocksOf } from '@/components/editor/markdown-doc';
import { triggerAt } from '@/components/editor/suggestion';
import { parseEstimate } from '@/components/field/estimate';
import { extensionStart } from '@/components/file/item';
import { tableRows } from '@/components/file/preview/table-rows';
import { addressesIn } from '@/components/invitation/emails-in';
import { readDate as readTypedDate } from '@/components/organisation/settings-draft';
import { Excerpt } from '@/components/palette/excerpt';
import { readQuick } from '@/components/task/quick/read-quick';
import { initialsOf } from '@/components/ui/avatar';
import { fittedLine, storable } from '@/lib/clean-text';
import { csvText } from '@/lib/csv';
import { typeOf } from '@/lib/file/bytes/content-type';
import { portableName, safeName, splitName, withEnding } from '@/lib/file/bytes/names';
import { contentNotes } from '@/lib/file/bytes/notes';
import { nameKey, nameOrder } from '@/lib/file/vocabulary';
import { daysOf } from '@/lib/filter/days';
import { parseFilter } from '@/lib/filter/format';
import { ANYBODY, formatsFor } from '@/lib/formats';
import { readDay } from '@/lib/formats/typed-day';
import { readInviteFile } from '@/lib/invitation/schema.csv';
import { linesOfBoxes, render } from '@/lib/markdown/markdown';
import { callsRoom, withMentions } from '@/lib/markdown/mentions';
import { mergeTexts } from '@/lib/markdown/merge-texts';
import { picturesIn, withoutPictures, withPicture } from '@/lib/markdown/pictures';
import { plainLine } from '@/lib/markdown/plain-line';
import { tickedLine, withLine } from '@/lib/markdown/task-boxes';
import { taskKeysIn, withTaskLinks, withTexts } from '@/lib/markdown/task-links';
import { hrefsIn } from '@/lib/message/queries.previews';
import { titleOf as firstLineOf } from '@/lib/message/vocabulary';
import { passwordProblem } from '@/lib/password/password-rules';
import { keyFromName } from '@/lib/project/vocabulary';
import { isPushEndpoint } from '@/lib/push/endpoint';
import { readFrame } from '@/lib/realtime/protocol-frames';
import { parseRule } from '@/lib/rrule/vocabulary';
import { keyOf, termsOf, tsqueryOf } from '@/lib/search/vocabulary';
import { excerptOf } from '@/lib/search/vocabulary.excerpt';
import { decodeFile } from '@/lib/table-file/decode';
import { delimiterOf } from '@/lib/table-file/delimiter';
import { readFilter } from '@/lib/task/vocabulary.filter';
import { checklistOf, exportedChecklist, takeChecklist } from '@/lib/task-import/schema.checklist';
import { readDate } from '@/lib/task-import/schema.dates';
import { inEnglish } from '@/lib/task-import/schema.headings';
import { jiraAttachment, jiraComment, jiraDescription, jiraLog, spent } from '@/lib/task-import/schema.jira';
import { jiraMarkdown } from '@/lib/task-import/schema.markup';
import { readTasks } from '@/lib/task-import/schema.table';
import { list } from '@/lib/task-import/schema.text';
import { readBoard } from '@/lib/task-import/schema.trello';
import { plain, priorityOf, statusOfList } from '@/lib/task-import/vocabulary';
import { titleOf } from '@/lib/task-origin/vocabulary';
import { resolveAddress, safeNext } from '@/lib/tenant/tenant';
import { cut, cutBytes, fits, lettersIn } from '@/lib/text';
import { rangeOf } from '@/lib/transport/file-response';
import { line, personName, prose, search } from '@/lib/validation';

/** `begin`, what is repeated to the length that is tried, `end`. */
type Letters = string | readonly [begin: string, letters: string, end?: string];
type Reader = readonly [name: string, read: (text: string) => unknown, ...worst: Letters[]];

const READING = { formats: formatsFor(ANYBODY), today: '2026-01-01', memberId: 'a', people: [], labels: [] };
const NOBODY = new Map<string, string>();
const bytes = (text: string) => new TextEncoder().encode(text);
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
const table = (source: 'csv' | 'jira' | 'asana', row: string, heading: string) =>
  readTasks(source, `${heading}\n${row}`, { dayOrder: 'dmy', zone: 'UTC' });
const card = (text: string) => ({ id: 'a', name: text, desc: text, idList: 'l', labels: [], closed: false, due: text });
const board = (text: string) => JSON.stringify({ name: text, lists: [{ id: 'l', name: text }], cards: [card(text)] });
const doc = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text, marks: [{ type: 'bold' }] }] });

/** Everything that meets text which people write or send, with the letters that cost it most. */
const READERS: readonly Reader[] = [
  [
    'a count and cuts',
    (text) => [lettersIn(text), cut(text, 200, '…'), cutBytes(text, 255), fits(text, 50_000, 2)],
    'a',
    '👩‍',
    '🇩🇪',
    'a\u0301',
  ],
  [
    'what another program wrote',
    (text) => [storable(text), fittedLine(text, 200)],
    '\u200d',
    '👩‍',
    'a\u0301',
    '\u0301',
    '\ud83d',
  ],
  ['one line', (text) => line(200).safeParse(text), ' ', '\u2028', 'a\u0301', '👩‍'],
  ['a person’s name', (text) => personName(80).safeParse(text), ['(', ' ', '1'], '(1 '],
  ['prose', (text) => prose(50_000).safeParse(text), '\r', ' \n'],
  ['a search', (text) => search.safeParse(text), ' '],
  [
    'Markdown',
    attempt(render),
    '[',
    '*a_',
    '`a``',
    '> ',
    '- ',
    '|a',
    '![](',
    '<a ',
    '[a]: ',
    ['```', '\n~~~'],
    'a@b.c ',
  ],
  ['boxes', attempt(linesOfBoxes), '- [ ] a\n'],
  ['a ticked box', attempt((text) => tickedLine(`- [ ] a\n\n${text}`, 0, true)), '\n'],
  ['a line', (text) => withLine(text, { before: 'a', after: 'b', nth: 7, nthAfter: 0 }), 'a\n'],
  ['links to tasks', (text) => withTaskLinks(text, new Map([['A-1', 'a']])), 'AA-1 ', ['A', 'A1'], '<a '],
  ['keys of tasks', (text) => taskKeysIn([text]), 'AA-1 ', 'A'],
  ['texts of HTML', (text) => withTexts(text, (part) => part), '<', '<a>'],
  ['links', hrefsIn, '<a href="', '<a href="b"'],
  [
    'mentions',
    (text) =>
      withMentions(text, [
        { name: 'Anna', mine: true },
        { name: '@', mine: false },
      ]),
    '@',
    '@Ann',
  ],
  ['a call of all', callsRoom, ['@room', '`'], ['@room', '` ``'], '@room'],
  ['merge: one line', (text) => mergeTexts(text, `${text}b`, `c\n${text}`), 'a\n'],
  ['merge: both', (text) => mergeTexts(text, text.replaceAll('a', 'c'), text.replaceAll('b', 'd')), 'a\nb\n'],
  ['one plain line', plainLine, '*a ', '_a ', '[', '> ', '\\', '- ', '`', '-', '**'],
  ['a message’s title', firstLineOf, '[', '*', '\n', '> '],
  ['a task’s title', titleOf, '[', ['', '*', ' '], '![a](', '`a'],
  ['a quotation', quoteOf, '\n'],
  [
    'pictures',
    (text) => [picturesIn(text), withoutPictures(text), withPicture(text, 'new-1', null)],
    '![',
    '![a](file:',
  ],
  ['blocks', attempt(blocksOf), '- a\n', '\n', '> '],
  ['a block', (text) => markdownOf(doc(text)), ['a', ' ', 'b'], '*', '\n', '_a'],
  ['an excerpt', (text) => excerptOf(text, termsOf('a')), '[', '![a](', ' ', '> ', 'a '],
  ['an excerpt in the browser', (text) => Excerpt({ html: text }), '<mark>', '&amp;'],
  ['terms', (text) => tsqueryOf(termsOf(text)), 'a ', '-a', '"a', ' '],
  ['a key', keyOf, 'A', ['A-', '1']],
  ['a file’s name', safeName, ['a', ' ', 'b'], '.', '\u0301'],
  ['an ending', (text) => [splitName(text), withEnding(text, '.a'), portableName(text)], '.a', '.', '.tar'],
  ['an extension', extensionStart, '.', '.tar'],
  ['a name’s order', (text) => [nameKey(text), nameOrder(text)], '1', 'a1', ' '],
  ['notes of a content', (text) => contentNotes(text, text), '.exe', '\u202e', ' '],
  [
    'a content’s type',
    (text) => typeOf(bytes(text), 'a.txt'),
    ' ',
    '<!--',
    ['<!doctype svg', 'a'],
    ['<!doctype svg[', ' '],
    '<!---->',
  ],
  ['a Range', (text) => rangeOf(text, 1), ['bytes=', ' ', '-x'], ['bytes=', '1']],
  ['a filter', attempt(parseFilter), '(', 'a', 'status=1,', '!(', '"', '.or('],
  ['a filter of tasks', attempt(readFilter), '(', 'status:eq:a;', 'title=', ','],
  ['days', (text) => daysOf(text, { today: '2026-01-01', firstDay: 1 }), '1', '-', 'a', ' '],
  ['quick add', (text) => readQuick(text, READING), '@a ', '#', '!', 'a ', ' ', '1h ', ['tomorrow', ',']],
  ['a day', (text) => readDay(text, formatsFor(ANYBODY), '2026-01-01'), '1', ' ', '.', '1.'],
  ['a date of settings', (text) => readTypedDate(text), '1', ' ', '1/'],
  ['an estimate', parseEstimate, '1', ' ', '1h '],
  ['a mention being written', (text) => triggerAt(text, text.length), ['@', 'a'], ['@', 'a '], '@', '#a'],
  ['an emoji being written', (text) => emojiAt(text, text.length), ':a', ':', [':', 'a']],
  ['initials', initialsOf, ' ', 'a ', '👩‍'],
  ['addresses', addressesIn, 'a@', '<', 'a@b.c ', 'a@b.', ', ', '"'],
  ['rows of a preview', (text) => tableRows(text, 100), ',', '"', '""', '\n', 'a\t'],
  [
    'a table of people',
    attempt(readInviteFile),
    ['email\n', '"'],
    ['email\n', ','],
    ['email\n', ' \n'],
    ';',
    ['email,name\n', 'a@b.c,a\n'],
  ],
  ['CSV', (text) => csvText([[text, 1]]), '"', '\n', '='],
  ['a rule of recurrence', parseRule, 'FREQ=DAILY;', ';', '=', ['FREQ=DAILY;BYDAY=', 'MO,']],
  ['a key from a name', keyFromName, 'a ', ' ', 'ä'],
  ['an address', (text) => resolveAddress('localhost', `/${text}`, undefined), '/', 'a/', '%2f', '..'],
  ['where to go next', safeNext, '/', '\\', '/a', '%2f'],
  ['a push endpoint', isPushEndpoint, ['https://', 'a.'], ['https://', 'a'], ['https://a.', '-']],
  ['a password', (text) => passwordProblem(text, { email: 'a@b.c', name: 'a' }), 'a', 'ab', '1'],
  ['a frame', attempt(readFrame), '{', '[', ['{"event":"', '\\u0000'], ['{"event":"pusher:subscribe","data":"', '[']],
  [
    'Jira’s markup',
    (text) => jiraMarkdown(text),
    ['{panel:', 'title='],
    '{panel:title=',
    '{code}{code:a ',
    ['{code:', 'a'],
    '*a -b +c ',
    '[~[a|',
    '{{a{b}',
    '!a.png|',
    ['', '| ', 'x'],
    '{quote}',
    '&#1',
    'https://',
    '{color:',
    '||a',
    'h1. ',
  ],
  ['Jira’s comment', (text) => jiraComment(text, 'dmy', 'UTC', NOBODY), ';', 'a;', ['01/Jan/20 1:00 AM;', 'a;']],
  ['Jira’s description', (text) => jiraDescription(text, NOBODY), '{panel:', 'a '],
  [
    'Jira’s times',
    (text) => [jiraLog(text, 'dmy', 'UTC', NOBODY), spent(text), jiraAttachment(text)],
    ';',
    '1;',
    '1',
    ' ',
  ],
  [
    'a checklist',
    (text) => [checklistOf(text), exportedChecklist(text), takeChecklist(text)],
    ['', '#', '\u2028'],
    ['', ' ', '\u2028x'],
    ['', '[ ] ', '\u2028'],
    '- [',
    ' \n',
    '☐',
  ],
  ['a list in a cell', list, '"', ['"', ',""'], ',', ' ', '"a"b', ' ,'],
  ['a date', (text) => readDate(text), '1', ' ', '1/', '1 ', 'T', 'jan'],
  ['a heading', inEnglish, '(', ' ', 'link ', 'champ personnalisé ('],
  ['a word of a list', (text) => [plain(text), statusOfList(text), priorityOf(text)], ' ', '-', 'don', 'i'],
  ['bytes of a text', (text) => decodeFile(bytes(text)), 'é', ' '],
  ['bytes of a guess', (text) => decodeFile(Buffer.from(text, 'latin1')), 'é', 'é\n', 'é ', 'xé', '“é'],
  ['pasted addresses', addressesIn, '<', '"', ['a', ',b <c@d.e>'], 'a\t', '“', 'a@b.c '],
  ['headings', (text) => delimiterOf(text, () => 0), '"', ',', ';', '""'],
  [
    'Trello’s board',
    (text) => readBoard(board(text), { archived: true, zone: 'UTC' }),
    '[',
    '"',
    '- [ ] ',
    '\n',
    '@a ',
  ],
  ['Trello’s file', attempt((text) => readBoard(text, { archived: true, zone: 'UTC' })), '[', '{"cards":', '"'],
  [
    'a row',
    (text) => table('csv', [text, text, text, text].map(cell).join(), 'Title,Description,Labels,Estimate'),
    ' ',
    '1',
    '"',
    '- [ ] ',
    ';',
  ],
  [
    'a row of Jira',
    (text) => table('jira', [text, text, text, text].map(cell).join(), 'Summary,Issue key,Comment,Original estimate'),
    ';',
    '1',
    '{',
  ],
  ['columns', attempt((text) => table('csv', 'a', text)), ',', '"', 'Title,', '1'],
];

/** A refusal is an answer. */
function attempt(read: (text: string) => unknown): (text: string) => unknown {
  return (text) => {
    try {
      const answer = read(text);
      return answer instanceof Promise ? answer.catch(() => null) : answer;
    } catch {
      return null;
    }
  };
}

/** In ms of processor time. */
async function costOf(read: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await read();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Below this (ms) a cost is mostly the clock's own, or the compiler's. */
const FLOOR = 5;
const growsTooFast = (costs: readonly number[]) =>
  costs.some((cost, at) => cost > 20 * Math.max(FLOOR, costs[at - 1] ?? cost));

/** What any reader may stumble over, tried by `WHOLE=1`. */
const ANY: readonly Letters[] = [
  ...' \n\t\r#*_`~[](){}<>|!@&=+-:;,."\'/\\%^$1aé👩\u0301\u2028\u00a0\u202e',
  'a ',
  '- ',
  '**a',
  '[a](',
  '\\(',
  '1. ',
  'aA1',
  '\r\n',
  ['a', ' ', 'b'],
  ['(', 'a'],
  ['"', 'a'],
  ['[', ']'],
  ['<', '!--'],
];

describe.each(READERS.map(([name, read, ...worst]) => ({ name, read, worst })))('$name', ({ read, worst }) => {
  test.each(process.env.WHOLE ? [...worst, ...ANY] : worst)(
    'of many %j costs at most twenty times as much for ten times the text',
    async (letters) => {
      const [begin = '', repeated = '', end = ''] = typeof letters === 'string' ? ['', letters] : letters;
      const textOf = (length: number) => begin + repeated.repeat(Math.ceil(length / repeated.length)) + end;
      let costs = [Infinity, Infinity, Infinity];
      // Whatever else the process did meanwhile counts too: the least of some tries is the reader's own.
      for (let tries = 0; tries < 5 && (!tries || growsTooFast(costs)); tries += 1) {
        const more: number[] = [];
        for (const length of [1_000, 10_000, 100_000]) more.push(await costOf(() => read(textOf(length))));
        costs = costs.map((cost, at) => Math.min(cost, more[at] ?? cost));
      }
      expect(growsTooFast(costs), String(costs)).toBe(false);
    },
  );
});
