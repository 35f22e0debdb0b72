/** Tables (CSV, Jira, Asana) as tasks. Runs anywhere. */
import { createHash } from 'node:crypto';
import { nameKey } from '@/lib/clean-text';
import { plainDigits } from '@/lib/fold';
import type { Source } from '@/lib/imported/vocabulary';
import { UnreadableFile } from '@/lib/table-file/decode';
import { NOT_EXPORTED, NOT_IMPORTED, VISIBLE_TO } from '@/lib/task-export/vocabulary';
import { checklistOf, exportedChecklist, takeChecklist } from '@/lib/task-import/schema.checklist';
import { type Columns, columnsOf, knownHeadings, type OwnField, type Part } from '@/lib/task-import/schema.columns';
import { type DayOrder, momentOf, orderIn, readDate } from '@/lib/task-import/schema.dates';
import {
  fitted,
  type ImportedTask,
  type ImportFile,
  inOrder,
  lostOf,
  NUMBERED,
  NUMBERED_DIGITS,
  person,
  underOneName,
} from '@/lib/task-import/schema.file';
import {
  jiraAccounts,
  jiraAttachment,
  jiraComment,
  jiraDescription,
  jiraLog,
  spent,
} from '@/lib/task-import/schema.jira';
import { linked } from '@/lib/task-import/schema.links';
import { list, readTable } from '@/lib/task-import/schema.text';
import { type Field, PLAIN_TASK, priorityOf, statusOfList } from '@/lib/task-import/vocabulary';
import { cut, fits, POINTS_OF_PROSE } from '@/lib/text';

export type Reading = {
  columns?: Partial<Record<Field, string>>;
  /** The organisation's own, each with the heading that somebody chose for it. */
  fields?: readonly OwnField[];
  /** Where the file does not tell how `03/04/2026` is meant. */
  dayOrder: DayOrder;
  zone: string;
  /** Where no column holds the titles the headings are the answer, so that one of them can be chosen. */
  asks?: boolean;
};

const MOST_DESCRIPTION = 50_000;
const MOST_COMMENT = 100_000;

type TableSource = Exclude<Source, 'trello'>;

/** Throws UnreadableFile. */
export async function readTasks(source: TableSource, text: string, reading: Reading): Promise<ImportFile> {
  const { headings, rows, own } = await readTable(text, (some) => knownHeadings(source, some));
  const filled = new Set<number>();
  for (const { cells } of rows) cells.forEach((cell, at) => void (filled.has(at) || !cell.trim() || filled.add(at)));
  const columns = columnsOf(source, headings, reading, (at) => filled.has(at));
  const told = DATES.map((part) => [part, orderIn(datesOf(rows, columns.at(part)))] as const);
  const fileOrder = told.find(([, { order }]) => order)?.[1].order ?? null;
  const order = fileOrder ?? reading.dayOrder;
  const orders = new Map(told.map(([part, own]) => [part, own.order ?? order]));
  const file: ImportFile = {
    name: null,
    lists: [],
    people: new Map(),
    tasks: [],
    errors: [],
    skipped: [],
    lost: own ? [...OWN_LACKS] : [...lostColumns(columns, headings), ...(source === 'asana' ? [ASANA_LACKS] : [])],
    headings,
    columns: columns.chosen,
    hints: new Map(),
    own,
    unclear: fileOrder ? null : (told.find(([, { unclear }]) => unclear)?.[1].unclear ?? null),
  };
  if (!columns.at('title').length) {
    if (!headings.some(Boolean)) throw new UnreadableFile('The file is empty.');
    if (!reading.asks) throw new UnreadableFile(NO_TITLE);
    return { ...file, errors: [{ line: 1, message: NO_TITLE }] };
  }
  const accounts = source === 'jira' ? jiraAccounts(headings, rows) : new Map<string, string>();
  const seen = new Map<string, number>();
  const lines = new Map<string, { line: number; cells: readonly string[] }>();
  const names = new Map<string, number>();
  const homes: [ImportedTask, string[]][] = [];
  const above = new Map<string, string>();
  const known = new Map<string, string>();
  const read: ImportedTask[] = [];
  const said = new Set<string>();
  for (const { line, cells } of rows) {
    const row = new Row(columns, cells);
    for (const name of namesOf(row)) names.set(name, (names.get(name) ?? 0) + 1);
    const id = row.first('id');
    const before = lines.get(id);
    if (id && before && isSame(before.cells, cells)) {
      file.skipped.push({ line, message: `This is line ${before.line} again.` });
      continue;
    }
    if (id && !before) lines.set(id, { line, cells });
    // A spreadsheet may have made one number of several ids.
    const sourceId = id && !before && !ROUNDED.test(id) ? id : digestOf(cells, seen);
    const about = { own, sourceId, line, order, orders, zone: reading.zone, people: file.people, accounts };
    const task = taskOf(source, row, about);
    const fit = typeof task === 'string' ? task : fitted(task);
    if (typeof fit === 'string') {
      file.errors.push({ line, message: fit });
      continue;
    }
    if (typeof task !== 'string') file.lost.push(...lostOf(task, said).map((message) => ({ line, message })));
    const checked = source === 'csv' && sourceId === id ? { ...fit, source_id: numberedId(id, fit.title) } : fit;
    for (const name of [id, ...(source === 'jira' ? row.all('id') : [])])
      if (name && !known.has(name)) known.set(name, checked.source_id);
    read.push(checked);
    if (checked.parent !== null)
      above.set(checked.source_id, [checked.parent, row.first('parentTitle')].filter(Boolean).join(' '));
    if (source === 'asana') homes.push([checked, namesOf(row)]);
    const hint = statusOfList(row.first('statusCategory'));
    if (checked.list && hint) file.hints.set(checked.list, hint);
  }
  const [name] = [...names].sort(([, one], [, other]) => other - one)[0] ?? [];
  file.name = name ?? null;
  for (const [task, others] of homes)
    if (others.length > 1) task.notes.push({ name: 'Also in', value: others.filter((one) => one !== name).join(', ') });
  file.tasks = inOrder(linked(read, known, above)).map(underOneName(file.people));
  file.lists = [...new Set(file.tasks.flatMap(({ list }) => list ?? []))];
  return file;
}

const NO_TITLE = 'No column holds the titles. The first row must name the columns; choose which one is the title.';

/** An id as a spreadsheet shows a long number. */
const ROUNDED = /^\d+(?:[.,]\d+)?e\+?\d+$/i;

const namesOf = (row: Row): string[] =>
  row
    .first('name')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((cell, at) => cell === other[at]);

const OWN_LACKS = [NOT_EXPORTED, NOT_IMPORTED].map((message) => ({ line: 0, message }));
const ASANA_LACKS = { line: 0, message: 'Asana writes no comments and attachments into its CSV.' };

function lostColumns({ unread }: Columns, headings: readonly string[]): ImportFile['lost'] {
  const named = [...new Set(unread.map((at) => `“${cut(headings[at] ?? '', 80, '…')}”`))];
  return named.length ? [{ line: 1, message: `These columns are not imported: ${named.join(', ')}.` }] : [];
}

const DATES = ['start', 'due', 'created', 'completed'] as const satisfies Part[];

function* datesOf(rows: readonly { line: number; cells: string[] }[], places: readonly number[]) {
  for (const { line, cells } of rows) for (const at of places) if (cells[at]) yield { line, text: cells[at] };
}

/** JSON, a rank, or an object of Java that nobody gave words (`com.example.Value@1f2e3d`). */
const FOR_PROGRAMS = /^(?:[{[].*[}\]]|\d\|.*|[a-z]\w*(?:\.\w+){2,}@[\da-f]+)$/is;

class Row {
  constructor(
    private readonly columns: Columns,
    readonly cells: readonly string[],
  ) {}
  all(part: Part): string[] {
    return this.columns.at(part).flatMap((at) => this.cells[at]?.trim() || []);
  }
  first(part: Part): string {
    return this.all(part)[0] ?? '';
  }
  /** What no column here holds, by its name there. */
  others(): ImportedTask['notes'] {
    return this.columns.others.flatMap(({ name, places, seconds }) => {
      const values = [...new Set(places.flatMap((at) => this.cells[at]?.trim() || []))];
      if (seconds && this.all('logged').length) return [];
      const shown = seconds ? values.flatMap(spent) : values.filter((value) => !FOR_PROGRAMS.test(value));
      return shown.length ? [{ name, value: shown.join(', ') }] : [];
    });
  }
}

type About = {
  own: boolean;
  line: number;
  order: DayOrder;
  /** Where a column tells another. */
  orders: ReadonlyMap<Part, DayOrder>;
  zone: string;
  people: ImportFile['people'];
  sourceId: string;
  /** Names by id. */
  accounts: ReadonlyMap<string, string>;
};

function taskOf(source: TableSource, row: Row, about: About): ImportedTask | string {
  const { own, sourceId, line, order, orders, zone, people, accounts } = about;
  const dateOf = (part: Part) => (row.first(part) ? readDate(row.first(part), orders.get(part) ?? order, zone) : null);
  for (const [part, what] of [
    ['start', 'start date'],
    ['due', 'due date'],
  ] as const)
    if (row.first(part) && !dateOf(part)) return `The ${what} “${cut(row.first(part), 40, '…')}” is no date.`;
  if (!fits(row.first('description'), MOST_DESCRIPTION, POINTS_OF_PROSE) && source !== 'jira')
    return `The description is too long: at most ${MOST_DESCRIPTION} characters.`;
  if (row.all('comment').some((text) => !fits(text, MOST_COMMENT, POINTS_OF_PROSE)))
    return `A comment is too long: at most ${MOST_COMMENT} characters.`;
  const completed = dateOf('completed');
  const [start, due] = [dateOf('start')?.day ?? null, dateOf('due')?.day ?? null];
  // Jira does not mind a start after the end.
  const isLate = source === 'jira' && start !== null && due !== null && start > due;
  const emails = row.all('assigneeEmail').flatMap((one) => list(one));
  const assignees = row
    .all('assignee')
    .flatMap((one) => (source === 'csv' ? list(one) : one))
    .map((name, at) => person(people, name, emails[at]));
  const estimate = estimateOf(row);
  if (estimate === undefined) return `The estimate “${cut(row.first('estimate'), 40, '…')}” is no number of minutes.`;
  const written = row.first('description');
  const { rest, checklist } = source === 'csv' ? { rest: written, checklist: [] } : takeChecklist(written);
  const { description, further } =
    source === 'jira' ? jiraDescription(rest, accounts) : { description: rest, further: [] };
  const creator = !own && row.first('creator') ? person(people, row.first('creator')) : null;
  const created = momentOf(dateOf('created'));
  return {
    line,
    source_id: sourceId,
    title: row.first('title'),
    description,
    list: NO_SECTION.test(row.first('list')) ? null : row.first('list'),
    completed: completed !== null,
    priority: priorityOf(row.first('priority')),
    audience: own && row.first('audience') === VISIBLE_TO.client ? 'client' : 'internal',
    assignees: [
      ...new Set(assignees.length || !emails.length ? assignees : emails.map((one) => person(people, one, one))),
    ],
    creator,
    start_date: isLate ? null : start,
    due_date: due,
    created_at: created,
    completed_at: momentOf(completed),
    estimate_minutes: estimate,
    category: row.first('category') || null,
    milestone: row.first('milestone') || null,
    labels: labelsOf(row),
    parent: row.first('parent') || null,
    blocks: row.all('blocks'),
    blocked_by: row.all('blockedBy'),
    comments: [
      ...further.map((text) => ({ author: creator, at: created, text })),
      ...row.all('comment').flatMap((text) => commentsOf(source, text, about)),
    ],
    checklist: [
      ...row.all('checklist').flatMap((text) => (own ? exportedChecklist(text) : checklistOf(text, source !== 'csv'))),
      ...checklist,
    ],
    watchers: row
      .all('watcher')
      .flatMap((one) => (source === 'jira' ? one : list(one)))
      .map((name) => person(people, name)),
    time: row.all('logged').flatMap((text) => timeOf(text, about)),
    links: linksOf(row),
    notes: [...(isLate ? [{ name: 'Start date', value: start }] : []), ...row.others()],
  };
}

/** Asana's word for none. */
const NO_SECTION = /^(?:\(no section\)|untitled section)?$/i;

/** In minutes; undefined for what is no number. */
function estimateOf(row: Row): number | null | undefined {
  const seconds = plainDigits(row.first('seconds'));
  if (/^\d+(\.\d+)?$/.test(seconds)) return Math.min(1_000_000, Math.round(Number(seconds) / 60));
  const text = (seconds || plainDigits(row.first('estimate'))).replace(',', '.');
  if (!text) return null;
  const [, days, hours, minutes] =
    /^(?:(\d+(?:\.\d+)?) ?d)? ?(?:(\d+(?:\.\d+)?) ?h)? ?(?:(\d+) ?m(?:in)?)?$/i.exec(text.replace(/\s+/g, ' ')) ?? [];
  const total = /^\d+(\.\d+)?$/.test(text)
    ? Number(text)
    : days || hours || minutes
      ? Number(days ?? 0) * 480 + Number(hours ?? 0) * 60 + Number(minutes ?? 0)
      : Number.NaN;
  if (Number.isNaN(total) || total > 1_000_000) return seconds ? null : undefined;
  return Math.round(total);
}

function labelsOf(row: Row): ImportedTask['labels'] {
  const type = row.first('type');
  const named = [...row.all('labels').flatMap(list), ...(type && !PLAIN_TASK.test(type) ? [type] : [])];
  // Jira's labels have no spaces, and each has a column; a comma is a separator all the same.
  return [...new Map(named.map((name) => [nameKey(name), { name, colour: null }])).values()];
}

function commentsOf(source: TableSource, text: string, { order, zone, people, accounts }: About) {
  // A number is how many there are, as in an export.
  if (/^\d+$/.test(text)) return [];
  const comment = source === 'jira' ? jiraComment(text, order, zone, accounts) : { author: null, at: null, text };
  if (comment.author) person(people, comment.author);
  return [comment];
}

function timeOf(text: string, { order, zone, people, accounts }: About): ImportedTask['time'] {
  const log = jiraLog(text, order, zone, accounts);
  if (log?.author) person(people, log.author);
  return log ? [log] : [];
}

const linksOf = (row: Row): ImportedTask['links'] =>
  [...row.all('attachment').map(jiraAttachment), ...row.all('url').map((url) => ({ name: url, url }))].flatMap(
    (link) => (link && /^https?:\/\/\S+$/i.test(link.url) ? link : []),
  );

/** Any table may count from 1: its id is that of a task only together with the title. */
const numberedId = (id: string, title: string): string =>
  `${NUMBERED}${createHash('sha256').update(title).digest('hex').slice(0, NUMBERED_DIGITS)}:${id}`;

/** The same row of the same file has the same. */
function digestOf(cells: readonly string[], seen: Map<string, number>): string {
  const digest = createHash('sha256').update(JSON.stringify(cells)).digest('base64url').slice(0, 24);
  const before = seen.get(digest) ?? 0;
  seen.set(digest, before + 1);
  return `row:${digest}:${before}`;
}
