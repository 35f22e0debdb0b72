/** What is to be made of a file here: people, statuses and texts settled. Runs anywhere. */
import { MOST_LINES } from '@/lib/checklist/vocabulary';
import { fittedLine, nameKey } from '@/lib/clean-text';
import { type TaskField, VALUE } from '@/lib/custom-field/schema';
import type { CustomValue } from '@/lib/custom-field/vocabulary';
import { plainDigits } from '@/lib/fold';
import { SOURCE_LABEL, type Source } from '@/lib/imported/vocabulary';
import { COMPLETED, estimateWords, MOST_LABELS, PRIORITIES, type StatusCode } from '@/lib/task/vocabulary';
import type { ImportedPerson, Mapping, PlannedRow, PlannedTask, TaskImport } from '@/lib/task-import/schema';
import { type DayOrder, readDate } from '@/lib/task-import/schema.dates';
import { type ImportedTask, type ImportFile, MOST_NOTE } from '@/lib/task-import/schema.file';
import { plain, statusOfList } from '@/lib/task-import/vocabulary';
import { cut, POINTS_OF_PROSE } from '@/lib/text';

/**
 * `joins`: becomes a member of the project that is made for the import, if the file names them; `fits`: can be assigned in
 * the project; `hears`: may watch what is internal there.
 */
export type KnownMember = {
  id: string;
  name: string;
  /** As lists and exports tell apart people of one name. */
  shown: string;
  email: string;
  joins: boolean;
  fits: boolean;
  hears: boolean;
};

export type Plan = {
  rows: PlannedRow[];
  people: ImportedPerson[];
  lists: TaskImport['lists_found'];
  labels: number;
};

type Here = {
  source: Source;
  memberId: string;
  members: readonly KnownMember[];
  mapping: Mapping;
  /** Of the project, then others': what its statuses are called, in lower case. */
  statuses: ReadonlyMap<string, StatusCode>;
  /** The organisation's own that tasks of the project are given, and how dates are meant. */
  fields: readonly TaskField[];
  order: DayOrder;
  zone: string;
};

const MOST_ASSIGNEES = 50;

/** `tasks`: those of the file that are not here yet. */
export function planOf(file: ImportFile, tasks: readonly ImportedTask[], here: Here): Plan {
  const byKey = matchPeople(file, here);
  const assigned = new Map<string, number>();
  const listed = new Map<string, number>();
  const labels = new Set<string>();
  const { statuses = {} } = here.mapping;
  const chosenFor = (list: string) => (Object.hasOwn(statuses, list) ? statuses[list] : undefined);
  const namedHere = (list: string) => here.statuses.get(list.toLowerCase()) ?? null;
  const statusOf = (list: string) => chosenFor(list) ?? namedHere(list) ?? usualStatus(list, file.hints) ?? 1;
  const done = new Map<string, number>();
  const rows = tasks.map((task, position): PlannedRow => {
    for (const key of task.assignees) assigned.set(key, (assigned.get(key) ?? 0) + 1);
    if (task.list) listed.set(task.list, (listed.get(task.list) ?? 0) + 1);
    for (const { name } of task.labels.slice(0, MOST_LABELS)) labels.add(nameKey(name));
    const chosen = task.list === null ? undefined : chosenFor(task.list);
    const usual = task.list ? statusOf(task.list) : 1;
    const status = isCompleted(task, chosen, file.hints, here.source) ? COMPLETED : usual;
    if (task.list && status !== usual) done.set(task.list, (done.get(task.list) ?? 0) + 1);
    return { position, line: task.line, source_id: task.source_id, data: plannedTask(task, status, byKey, here) };
  });
  return {
    rows,
    labels: labels.size,
    people: [...file.people.keys()].map((key) => {
      const { person, member } = byKey.get(key) as Match;
      return {
        key,
        ...person,
        member_id: member?.id ?? null,
        state: member ? (member.fits ? 'assigned' : 'not in project') : 'unknown',
        tasks: assigned.get(key) ?? 0,
      };
    }),
    lists: file.lists.map((name) => ({
      name,
      status: statusOf(name),
      known: chosenFor(name) !== undefined || namedHere(name) !== null || usualStatus(name, file.hints) !== null,
      tasks: listed.get(name) ?? 0,
      completed: done.get(name) ?? 0,
    })),
  };
}

/** Its name tells more than the category that Jira gives it, but may not contradict it. */
function usualStatus(list: string, hints: ImportFile['hints']): StatusCode | null {
  const [named, hint] = [statusOfList(list), hints.get(list)];
  if (!hint || named === hint) return named ?? hint ?? null;
  return (hint === 1 && named === 5) || (hint === 2 && named === 3) ? named : hint;
}

/** Ids of those whom the file names and who join its new project, who has most tasks first. */
export function joining(file: ImportFile, here: Pick<Here, 'members' | 'mapping'>): string[] {
  const byKey = matchPeople(file, here);
  const tasks = new Map([...byKey.values()].flatMap(({ member }) => (member?.joins ? [[member.id, 0]] : [])));
  for (const key of file.tasks.flatMap(({ assignees }) => assignees)) {
    const id = byKey.get(key)?.member?.id;
    const before = id === undefined ? undefined : tasks.get(id);
    if (id !== undefined && before !== undefined) tasks.set(id, before + 1);
  }
  return [...tasks].sort(([, one], [, other]) => other - one).map(([id]) => id);
}

/**
 * Whether the file's word that a task is complete decides, and not its list. In Jira, where the list is the status, it
 * does so only where nobody can tell the status otherwise: the date of an issue that was reopened may be left. Elsewhere a
 * complete task may lie in any list; only a list that is called so can be said to be something else.
 */
function isCompleted(
  { completed, list }: ImportedTask,
  chosen: number | undefined,
  hints: ImportFile['hints'],
  source: Source,
): boolean {
  if (!completed) return false;
  if (list === null) return true;
  if (source !== 'jira') return chosen === undefined || statusOfList(list) !== COMPLETED;
  if (chosen !== undefined || hints.has(list)) return false;
  return !SURELY_OPEN.has(statusOfList(list) ?? COMPLETED);
}

/** Pending, in process and backlog; what sounds like a test may be what a workflow ends with (“Approved”). */
const SURELY_OPEN: ReadonlySet<number> = new Set([1, 2, 5]);

type Match = { person: { name: string; email: string | null }; member: KnownMember | null };

/** Null where several are called so. */
function uniquely(members: readonly KnownMember[], nameOf: (member: KnownMember) => string) {
  const found = new Map<string, KnownMember | null>();
  for (const member of members) found.set(nameOf(member), found.has(nameOf(member)) ? null : member);
  return found;
}

/** By what was chosen, else by email, else by a name that only one has. */
function matchPeople(
  { people, own }: ImportFile,
  { members, mapping }: Pick<Here, 'members' | 'mapping'>,
): ReadonlyMap<string, Match> {
  const byEmail = new Map(members.map((member) => [member.email.toLowerCase(), member]));
  const byId = new Map(members.map((member) => [member.id, member]));
  const byShown = uniquely(own ? members : [], ({ shown }) => shown);
  const byName = uniquely(members, ({ name }) => plain(name));
  // Programs of one's own house name people as their mailboxes are called.
  const byMailbox = uniquely(members, ({ email }) => email.toLowerCase().split('@')[0] ?? '');
  const { people: chosen = {} } = mapping;
  return new Map(
    [...people].map(([key, person]) => {
      const choice = [key, person.name, person.email ?? ''].find((word) => Object.hasOwn(chosen, word));
      const wanted = choice === undefined ? undefined : chosen[choice];
      const member =
        wanted === undefined
          ? (person.email && byEmail.get(person.email.toLowerCase())) ||
            byShown.get(person.name) ||
            byName.get(plain(person.name)) ||
            byMailbox.get(person.name.toLowerCase()) ||
            null
          : (byId.get(wanted ?? '') ?? byEmail.get((wanted ?? '').toLowerCase()) ?? null);
      return [key, { person, member }];
    }),
  );
}

/** What its columns and fields there say in a field of ours of that name; what is no value of it stays in words. */
function valuesOf(task: ImportedTask, here: Here): { custom: PlannedTask['custom']; notes: ImportedTask['notes'] } {
  const custom: PlannedTask['custom'] = {};
  const notes = task.notes.filter(({ name, value }) => {
    const field = here.fields.find((one) => nameKey(one.name) === nameKey(name));
    const read = field && custom[field._id] === undefined ? valueIn(field, value, here) : null;
    if (field && read !== null) custom[field._id] = read;
    return read === null;
  });
  return { custom, notes };
}

function valueIn({ kind, choices }: TaskField, text: string, { members, order, zone }: Here): CustomValue | null {
  switch (kind) {
    case 'choice':
      return choices.find(({ name, retired }) => !retired && nameKey(name) === nameKey(text))?._id ?? null;
    case 'person': {
      const fit = members.filter((one) => one.fits);
      const found = fit.filter(({ name, shown, email }) =>
        [name, shown, email].some((one) => plain(one) === plain(text)),
      );
      return found.length === 1 ? (found[0]?.id ?? null) : null;
    }
    case 'date':
      return readDate(text, order, zone)?.day ?? null;
    default: {
      const read = VALUE[kind].safeParse(kind === 'number' ? plainDigits(text).replace(',', '.') : text);
      return read.success ? read.data : null;
    }
  }
}

function plannedTask(task: ImportedTask, status: number, people: ReadonlyMap<string, Match>, here: Here): PlannedTask {
  const matched = task.assignees.map((key) => people.get(key) as Match);
  const strangers = matched.filter(({ member }) => !member?.fits).map(({ person }) => person.name);
  const watchers = task.watchers.map((key) => people.get(key) as Match);
  const unheard = watchers.filter(({ member }) => !member?.hears).map(({ person }) => person.name);
  const logged = task.time.map((one) => ({ ...one, by: one.author === null ? undefined : people.get(one.author) }));
  const unlogged = logged.filter((one) => !ownTime(one).length);
  const creator = task.creator === null ? undefined : people.get(task.creator);
  const created = creator && creator.member?.id !== here.memberId ? creator.person.name : null;
  const { title, start_date, due_date, created_at, completed_at, estimate_minutes } = task;
  const { custom, notes } = valuesOf(task, here);
  return {
    line: task.line,
    title,
    start_date,
    due_date,
    created_at,
    completed_at,
    estimate_minutes,
    status,
    priority: PRIORITIES.includes(task.priority) ? task.priority : 'none',
    audience: task.audience,
    assignee_ids: [...new Set(matched.flatMap(({ member }) => (member?.fits ? member.id : [])))].slice(
      0,
      MOST_ASSIGNEES,
    ),
    description: within(task.description, footOf({ ...task, notes }, { created, strangers, unheard }, here.source)),
    category: task.category,
    milestone: task.milestone,
    labels: task.labels.slice(0, MOST_LABELS),
    custom,
    parent: task.parent,
    blocks: task.blocks,
    blocked_by: task.blocked_by,
    checklist: task.checklist.slice(0, MOST_LINES),
    watcher_ids: [...new Set(watchers.flatMap(({ member }) => (member?.hears ? member.id : [])))],
    time: logged.flatMap(ownTime),
    comments: [...commentsOf(task, people), ...timeInWords(unlogged)],
  };
}

type Comments = PlannedTask['comments'];

/** The importer's, whoever the author is here: nobody's words are made for them. */
const commentsOf = ({ comments }: ImportedTask, people: ReadonlyMap<string, Match>): Comments =>
  comments.map(({ author, at, text }) => {
    const known = author === null ? undefined : people.get(author);
    return { name: known ? named(known) : null, at, text };
  });

const MOST_NAME = 200;
const named = ({ person }: Match) => fittedLine(person.name, MOST_NAME, '…');

type Logged = ImportedTask['time'][number] & { by: Match | undefined };

const A_DAY = 24 * 60;
const MOST_TIME_NOTE = 500;
const MOST_MINUTES = 100 * A_DAY;

/** The importer's. An entry has a day at most; longer ones are several. None where it is nobody's here, or nobody knows when. */
function ownTime({ by, at, minutes, text }: Logged): PlannedTask['time'] {
  if (!by?.member || !at || minutes > MOST_MINUTES) return [];
  return Array.from({ length: Math.ceil(minutes / A_DAY) }, (_, nth) => ({
    name: named(by),
    started_at: new Date(Date.parse(at) + nth * A_DAY * 60_000).toISOString(),
    minutes: Math.min(A_DAY, minutes - nth * A_DAY),
    note: cut(text.replace(/\s+/g, ' '), MOST_TIME_NOTE, '…', POINTS_OF_PROSE),
  }));
}

/** Of one comment: the longest are not longer than it may be. */
const LINES_OF_TIME = 20;

function timeInWords(logged: readonly Logged[]): Comments {
  const lines = logged.map(({ by, author, at, minutes, text }) => {
    const who = `**${inline(by?.person.name ?? author ?? 'Somebody')}**`;
    const what = text ? `: ${inline(text)}` : '';
    return `- ${who} logged ${estimateWords(minutes)}${at ? ` on ${at.slice(0, 10)}` : ''}${what}`;
  });
  return Array.from({ length: Math.ceil(lines.length / LINES_OF_TIME) }, (_, nth) => {
    const some = lines.slice(nth * LINES_OF_TIME, (nth + 1) * LINES_OF_TIME);
    return { name: null, at: null, text: some.join('\n') };
  });
}

const MOST_LINKS = 100;
/** Besides those that it has. */
const MOST_LABELS_SAID = 50;

/** What has no place of its own here is said in words. */
function footOf(
  { links, source_id, checklist, labels, notes }: ImportedTask,
  { created, strangers, unheard }: { created: string | null; strangers: readonly string[]; unheard: readonly string[] },
  source: Source,
): string {
  const more = labels.slice(MOST_LABELS, MOST_LABELS + MOST_LABELS_SAID).map(({ name }) => inline(cut(name, 60, '…')));
  const lines = [
    ...(source === 'jira' && !source_id.startsWith('row:') ? [`${SOURCE_LABEL.jira}: ${inline(source_id)}`] : []),
    ...(created ? [`Created there by: ${inline(created)}`] : []),
    ...(strangers.length ? [`Assigned there: ${strangers.map(inline).join(', ')}`] : []),
    ...(unheard.length ? [`Watched there: ${unheard.map(inline).join(', ')}`] : []),
    ...(more.length ? [`More labels there: ${more.join(', ')}`] : []),
    ...notes.map(({ name, value }) => `${inline(name)}: ${inline(value)}`),
  ];
  const listed = links
    .slice(0, MOST_LINKS)
    .map(({ name, url }) => `- [${inline(name)}](<${url.replace(/[<>\\]/g, encodeURIComponent)}>)`);
  const ticks = checklist
    .slice(MOST_LINES)
    .map(({ title, done }) => `- [${done ? 'x' : ' '}] ${inline(title)}`)
    .join('\n');
  return [ticks, lines.join('  \n'), listed.length ? `Attachments:\n\n${listed.join('\n')}` : '']
    .filter(Boolean)
    .join('\n\n');
}

const MOST_DESCRIPTION = 50_000;

/** The description, and whole lines of what is below it, as many as fit. */
function within(description: string, foot: string): string {
  const whole = [description, foot].filter(Boolean).join('\n\n');
  const kept = cut(whole, MOST_DESCRIPTION, '', POINTS_OF_PROSE);
  if (kept === whole) return whole;
  const end = cut(kept, MOST_DESCRIPTION - 2, '', POINTS_OF_PROSE).lastIndexOf('\n');
  return end > description.length ? `${whole.slice(0, end)}\n…` : description;
}

/** A name in a line of Markdown, as it is. */
const inline = (name: string) =>
  cut(name, MOST_NOTE, '…')
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]<>()#!|~]/g, '\\$&');
