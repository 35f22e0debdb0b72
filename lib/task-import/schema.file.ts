/** What every source's file becomes. Runs anywhere. */
import { z } from 'zod';
import { cleanLine, fittedLine, hasHeapOfMarks, nameKey, storable } from '@/lib/clean-text';
import { AUDIENCES, PRIORITIES, type StatusCode } from '@/lib/task/vocabulary';
import { cut, fits, POINTS_OF_PROSE } from '@/lib/text';

/** People, lists and tasks are named as in the file; `source_id` is the same when the file comes again. */
export const ImportedTask = z.object({
  line: z.number(),
  source_id: z.string(),
  title: z.string(),
  description: z.string(),
  list: z.string().nullable(),
  completed: z.boolean(),
  priority: z.enum(PRIORITIES),
  audience: z.enum(AUDIENCES),
  assignees: z.array(z.string()),
  creator: z.string().nullable(),
  start_date: z.string().nullable(),
  due_date: z.string().nullable(),
  created_at: z.string().nullable(),
  completed_at: z.string().nullable(),
  estimate_minutes: z.number().nullable(),
  category: z.string().nullable(),
  milestone: z.string().nullable(),
  labels: z.array(z.object({ name: z.string(), colour: z.string().nullable() })),
  parent: z.string().nullable(),
  /** Tasks that wait for this one. */
  blocks: z.array(z.string()),
  /** Those that it waits for: the same links from the other side, so that whichever comes later makes them. */
  blocked_by: z.array(z.string()),
  comments: z.array(z.object({ author: z.string().nullable(), at: z.string().nullable(), text: z.string() })),
  checklist: z.array(z.object({ title: z.string(), done: z.boolean() })),
  watchers: z.array(z.string()),
  time: z.array(
    z.object({ author: z.string().nullable(), at: z.string().nullable(), minutes: z.number(), text: z.string() }),
  ),
  links: z.array(z.object({ name: z.string(), url: z.string() })),
  /** What has no place here. */
  notes: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type ImportedTask = z.output<typeof ImportedTask>;

export type LineProblem = { line: number; message: string };

export type ImportFile = {
  /** Of the board or project. */
  name: string | null;
  /** In their order. */
  lists: string[];
  /** By how tasks name them. */
  people: Map<string, { name: string; email: string | null }>;
  tasks: ImportedTask[];
  errors: LineProblem[];
  /** Left out on purpose, such as archived cards. */
  skipped: LineProblem[];
  /** What tasks lack of what the other program has. */
  lost: LineProblem[];
  headings: string[];
  columns: Record<string, string>;
  /** What the file says of a list besides its name. */
  hints: Map<string, StatusCode>;
  /** It is our own export: it names people and statuses as they are shown here. */
  own: boolean;
  /** A date that has its day or its month first, which no other date of the file tells. */
  unclear: { line: number; text: string } | null;
};

/** What programs write for a letter that they cannot read. */
export const LOST_LETTER = '\ufffd';
export const LETTERS_LOST = `Letters were lost before the file came here: “${LOST_LETTER}” stands for them.`;

const MOST_TITLE = 200;
/** Of a label or category. */
const MOST_NAME = 60;
/** Of what nobody has to read whole. */
const SHOWN = 80;
/** Of what has no place here, in the description. */
export const MOST_NOTE = 200;
const MOST_TEXT = 50_000;
const MOST_COMMENT = 19_000;

/** A task whose texts fit, or why it cannot be made. */
export function fitted(task: ImportedTask): ImportedTask | string {
  const title = fittedLine(task.title, MOST_TITLE, '…');
  if (!title) return 'The title is empty.';
  if (!fits(task.title, MOST_TEXT)) return 'The title is too long.';
  const whole = fittedLine(task.title, MOST_TEXT);
  const items = task.checklist
    .map(({ title, done }) => ({
      title: fittedLine(title, MOST_TITLE, '…'),
      whole: fittedLine(title, MOST_TEXT),
      done,
    }))
    .filter((item) => item.title);
  // What is cut stands whole in the description.
  const cutItems = items.filter((item) => item.title !== item.whole).map((item) => `- ${item.whole}`);
  const description = [...(title === whole ? [] : [whole]), storable(task.description).trim(), cutItems.join('\n')]
    .filter(Boolean)
    .join('\n\n');
  if (!fits(description, MOST_TEXT, POINTS_OF_PROSE))
    return `The description is too long: at most ${MOST_TEXT} characters.`;
  if (task.start_date && task.due_date && task.start_date > task.due_date)
    return 'The due date is before the start date.';
  const comments = task.comments.flatMap((one) => pieces(storable(one.text).trim()).map((text) => ({ ...one, text })));
  const checklist = items.map(({ title, done }) => ({ title, done }));
  const time = task.time.map((one) => ({ ...one, text: storable(one.text) }));
  return { ...task, title, description, comments, checklist, time };
}

/** What names and titles lose as they are made to fit; `said`: what was named before, as many tasks have one label. */
export function lostOf(task: ImportedTask, said: Set<string>): string[] {
  const { title, labels, category, checklist } = task;
  const names = [
    ...labels.map(({ name }) => ['label', name] as const),
    ...(category ? [['category', category] as const] : []),
  ];
  const shortened = names.flatMap(([what, name]) => {
    const key = `${what} ${nameKey(name)}`;
    const shown = cut(fittedLine(name, MOST_TEXT), SHOWN, '…');
    if (said.has(key) || fits(fittedLine(name, MOST_TEXT), MOST_NAME)) return [];
    said.add(key);
    return `The ${what} “${shown}” is cut: it may have ${MOST_NAME} characters.`;
  });
  const heaped = [
    ...names,
    ['title', title] as const,
    ...checklist.map((item) => ['checklist item', item.title] as const),
  ].flatMap(([what, name]) => {
    const key = `marks ${what} ${name}`;
    if (said.has(key) || !hasHeapOfMarks(cleanLine(name))) return [];
    said.add(key);
    return `The ${what} “${cut(fittedLine(name, SHOWN), SHOWN)}” has too many marks on one letter: four are kept.`;
  });
  const notes = task.notes.flatMap(({ name, value }) =>
    fits(value, MOST_NOTE) ? [] : `“${cut(name, SHOWN, '…')}” is cut: its first ${MOST_NOTE} characters are kept.`,
  );
  return [...shortened, ...heaped, ...notes];
}

function pieces(text: string): string[] {
  const found: string[] = [];
  for (let rest = text; rest; ) {
    const piece = cut(rest, MOST_COMMENT, '', POINTS_OF_PROSE);
    found.push(piece);
    rest = rest.slice(piece.length);
  }
  return found;
}

/** @returns what the file calls them by */
export function person(people: ImportFile['people'], name: string, email: string | undefined = undefined): string {
  const written = email ?? (name.includes('@') ? name : null);
  if (!people.has(name) || (written && !people.get(name)?.email)) people.set(name, { name, email: written ?? null });
  return name;
}

/** Who is called by email in one column and by name in another is one person. Takes the emails out of `people`. */
export function underOneName(people: ImportFile['people']): (task: ImportedTask) => ImportedTask {
  const names = new Map([...people].flatMap(([key, { email }]) => (email && email !== key ? [[email, key]] : [])));
  for (const email of names.keys()) people.delete(email);
  const named = (key: string) => names.get(key) ?? key;
  const all = (keys: readonly string[]) => [...new Set(keys.map(named))];
  const by = <T extends { author: string | null }>(one: T): T => ({ ...one, author: one.author && named(one.author) });
  return (task) => ({
    ...task,
    creator: task.creator && named(task.creator),
    assignees: all(task.assignees),
    watchers: all(task.watchers),
    comments: task.comments.map(by),
    time: task.time.map(by),
  });
}

/** What the id of a task of a plain table begins with: then come letters of its title's digest, a colon and its own id. */
export const NUMBERED = 'id:';
export const NUMBERED_DIGITS = 16;

/** Levels of subtasks below a task. */
export const MOST_DEPTH = 7;

/** Parents before their subtasks, otherwise in the file's order; who is its own ancestor has no parent. */
export function inOrder(tasks: readonly ImportedTask[]): ImportedTask[] {
  const byId = new Map(tasks.map((task) => [task.source_id, task]));
  const state = new Map<string, 'open' | 'done'>();
  const placed: ImportedTask[] = [];
  for (const first of tasks) {
    const chain: ImportedTask[] = [];
    for (let task: ImportedTask | undefined = first; task && !state.has(task.source_id); ) {
      state.set(task.source_id, 'open');
      chain.push(task);
      task = task.parent === null ? undefined : byId.get(task.parent);
    }
    for (const task of chain.toReversed()) {
      const { parent: above } = task;
      // One that is not in this file may have come with an earlier one.
      const fits =
        above !== null && (!byId.has(above) || state.get(above) === 'done') && depthOf(task, byId) <= MOST_DEPTH;
      const parent = fits ? above : null;
      const kept = { ...task, parent };
      byId.set(task.source_id, kept);
      state.set(task.source_id, 'done');
      placed.push(kept);
    }
  }
  return placed;
}

function depthOf(task: ImportedTask, byId: ReadonlyMap<string, ImportedTask>): number {
  let depth = 0;
  let above = byId.get(task.parent ?? '');
  for (; above && depth <= MOST_DEPTH; depth++) above = byId.get(above.parent ?? '');
  return depth;
}
