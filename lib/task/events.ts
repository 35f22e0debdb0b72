/** Events of tasks: history, notices, live updates. */
import { z } from 'zod';
import { defineEvents, eventAbout, type Line, listed, type Telling } from '@/lib/contract/event';
import { FIELD_KINDS, type FieldKind } from '@/lib/custom-field/vocabulary';
import { type LiveEvent, liveOfTouched, type TouchedTask } from '@/lib/realtime/events';
import { AUDIENCES, COMPLETED, estimateWords, PRIORITY_LABEL, type Priority, TESTING } from '@/lib/task/vocabulary';

/** After the change. */
export type TaskSubject = {
  id: string;
  projectId: string;
  audience: string;
  version: number;
  /** The earlier audience if it changed: clients hear that the task is no longer shared. */
  audienceBefore?: string;
  /** If it changed. */
  descriptionBefore?: string;
};
type Concerned = {
  /** Creator and assignees, if they may read it. */
  hearing: readonly string[];
};

const status = z.int().min(1).max(5);
const audience = z.enum(AUDIENCES);
const aboutTask = eventAbout<TaskSubject>();

export const toTeam = ({ id, projectId, audience }: TaskSubject): Line => ({
  projectId,
  task: { id, audience },
  audience: 'internal',
});
/** Clients too, if the task is shared with them. */
const toReaders = (task: TaskSubject): Line => ({
  ...toTeam(task),
  audience: task.audience === 'client' ? 'client' : 'internal',
});

export const liveOfTask =
  (type: 'task.created' | 'task.changed' | 'task.deleted') =>
  (task: TaskSubject): LiveEvent[] => [
    {
      type,
      taskId: task.id,
      projectId: task.projectId,
      version: task.version,
      client: [task.audience, task.audienceBefore].includes('client'),
    },
  ];

// With a name if the reader may know it; only ids are stored.
export const people = z.array(z.union([z.guid(), z.object({ _id: z.string(), name: z.string() })]));
export const names = (list: z.infer<typeof people>) =>
  list.flatMap((one) => (typeof one === 'string' ? [] : [one.name]));

const idOf = (one: z.infer<typeof people>[number]) => (typeof one === 'string' ? one : one._id);
/** Without whoever did it, who is not named twice in a sentence. */
const others = (list: z.infer<typeof people>, by: string | null) => list.filter((one) => idOf(one) !== by);
const hasSelf = (list: z.infer<typeof people>, by: string | null) => list.some((one) => idOf(one) === by);

const labels = z.array(z.object({ _id: z.string(), name: z.string() }));
const labelsInWords = (some: z.infer<typeof labels>) =>
  some.length && `the ${some.length === 1 ? 'label' : 'labels'} ${listed(some.map(({ name }) => name))}`;

const named = z.object({ task: z.string().describe('Key and title') });
const theTask = ({ task }: z.infer<typeof named>) => `the task ${task}`;
const aboutBin = eventAbout<TaskSubject & { assigneeIds: readonly string[] }>();
const worksOn = ({ assigneeIds }: { assigneeIds: readonly string[] }, _data: unknown, by: string | null) => [
  ...assigneeIds,
  ...(by ? [by] : []),
];

const FIELD = {
  title: 'title',
  description: 'description',
  priority: 'priority',
  start_date: 'start date',
  due_date: 'due date',
  estimate_minutes: 'estimate',
  category: 'category',
  milestone: 'milestone',
  parent: 'parent',
} as const;
type Field = keyof typeof FIELD;
const FIELDS = Object.keys(FIELD) as [Field, ...Field[]];

const value = z.union([z.string(), z.number()]).nullish();

function valueInWords(field: Field, given: z.infer<typeof value>, { formats }: Telling): string | null {
  if (given === null || given === undefined || given === '') return null;
  if (field === 'priority') return given === 'none' ? null : (PRIORITY_LABEL[given as Priority] ?? String(given));
  if (field === 'estimate_minutes') return estimateWords(Number(given));
  if (field === 'start_date' || field === 'due_date') return formats.day(String(given));
  return field === 'title' ? `“${given}”` : String(given);
}

// Choices and people with their names; of people only ids are stored.
const customValue = z.union([z.string(), z.number(), z.object({ _id: z.string(), name: z.string() })]).nullable();

function customInWords(
  kind: FieldKind,
  given: z.infer<typeof customValue>,
  formats: Telling['formats'],
): string | null {
  if (given === null) return null;
  if (typeof given === 'object') return given.name;
  if (kind === 'person') return 'somebody';
  if (kind === 'date') return formats.day(String(given));
  return kind === 'text' ? `“${given}”` : formats.number(Number(given));
}

/** "changed the estimate of WEB-1 from 1 h to 2 h", "set …", "removed …". */
export function changeInWords(what: string, [from, to]: readonly [string | null, string | null]): string {
  if (from && to) return `changed ${what} from ${from} to ${to}`;
  if (to) return `set ${what} to ${to}`;
  return from ? `removed ${what} (${from})` : `changed ${what}`;
}

export const taskEvents = defineEvents({
  'task.created': aboutTask({
    data: z.object({}),
    words: (_, { it }) => `created ${it}`,
    activity: toReaders,
    live: liveOfTask('task.created'),
  }),
  'task.edited': aboutTask({
    data: z.object({
      field: z.enum(FIELDS),
      from: value,
      to: value,
      kept: z.literal(true).optional().describe('The text that was replaced can be put back'),
    }),
    words: ({ field, from, to }, telling) =>
      changeInWords(`the ${FIELD[field]}${telling.at('of')}`, [
        valueInWords(field, from, telling),
        valueInWords(field, to, telling),
      ]),
    activity: (task, { field }) => ({
      ...toTeam(task),
      ...(field === 'description' && { earlier: task.descriptionBefore }),
    }),
    live: liveOfTask('task.changed'),
  }),
  /** Of a field that the organisation defines. */
  'task.field': aboutTask({
    data: z.object({
      field: z.object({ _id: z.string(), name: z.string() }),
      kind: z.enum(FIELD_KINDS),
      from: customValue,
      to: customValue,
    }),
    words: ({ field, kind, from, to }, { at, formats }) =>
      changeInWords(`${field.name}${at('of')}`, [customInWords(kind, from, formats), customInWords(kind, to, formats)]),
    activity: toTeam,
    live: liveOfTask('task.changed'),
  }),
  'task.assigned': aboutTask({
    data: z.object({ added: people, removed: people }),
    older: ({ added, removed }) => ({ added: added ?? [], removed: removed ?? [] }),
    words: ({ added, removed }, { it, at, by }) => {
      const [some, gone] = [added, removed].map((list) => listed(names(others(list, by))));
      const own = hasSelf(added, by) ? `took ${it}` : hasSelf(removed, by) ? `no longer works on ${it}` : null;
      const done = [
        ...(own ? [own] : []),
        ...(some ? [`assigned ${some}${own ? '' : at('to')}`] : []),
        ...(gone ? [`unassigned ${gone}${own || some ? '' : ` from ${it}`}`] : []),
      ];
      return listed(done) || `changed who works on ${it}`;
    },
    activity: toTeam,
    notify: {
      topic: 'assigned',
      to: (_, { added }) => added as string[],
      about: ({ id }) => ({ taskId: id }),
      keeps: () => ({}),
      words: (_, { it }) => `assigned ${it} to you`,
      while: 'still assigned',
    },
    outdate: (_, { removed }) => removed as string[],
    live: liveOfTask('task.changed'),
  }),
  'task.labelled': aboutTask({
    data: z.object({ added: labels, removed: labels }),
    words: ({ added, removed }, { at }) => {
      const [some, others] = [labelsInWords(added), labelsInWords(removed)];
      if (some && others) return `added ${some}${at('to')} and removed ${others}`;
      return some ? `added ${some}${at('to')}` : `removed ${others}${at('from')}`;
    },
    activity: toTeam,
    live: liveOfTask('task.changed'),
  }),
  /** What they wait for was done, or is no longer: no history line, but open pages follow. */
  'task.waiting': eventAbout<{ touched: readonly TouchedTask[] }>()({
    data: z.object({}),
    words: (_, { it }) => `changed what ${it} waits for`,
    live: ({ touched }) => liveOfTouched(touched),
  }),
  /** What is right below it: no history line, but open pages follow. */
  'task.progressed': eventAbout<Omit<TaskSubject, 'version'>>()({
    data: z.object({}),
    words: (_, { it }) => `changed what is below ${it}`,
    live: ({ id: taskId, projectId, audience }) => [
      { type: 'task.progressed', taskId, projectId, client: audience === 'client' },
    ],
  }),
  'task.audience': aboutTask({
    data: z.object({ from: audience, to: audience }),
    words: ({ to }, { it }) =>
      to === 'client' ? `made ${it} visible to the project’s clients` : `hid ${it} from the project’s clients`,
    activity: toTeam,
    live: liveOfTask('task.changed'),
  }),
  'task.moved': eventAbout<TaskSubject & Concerned>()({
    data: z.object({ from: status.optional(), to: status, rank: z.string().optional() }),
    formerly: ['task.status'],
    words: ({ from, to }, { it, status }) => `moved ${it}${from ? ` from ${status(from)}` : ''} to ${status(to)}`,
    activity: toReaders,
    notify: {
      topic: 'moved',
      to: ({ hearing }, { from, to }) =>
        [from, to].some((status) => status === TESTING || status === COMPLETED) ? hearing : [],
      about: ({ id }) => ({ taskId: id }),
      keeps: ({ from, to }) => ({ from, to }),
      while: 'status is the same',
    },
    // Notices of the earlier status are out of date.
    outdate: ({ hearing }, _, by) => [...hearing, ...(by ? [by] : [])],
    live: liveOfTask('task.changed'),
  }),
  /** A new place in its column: no history line, but open boards follow. */
  'task.reordered': aboutTask({
    data: z.object({}),
    words: (_, { it }) => `reordered ${it}`,
    live: liveOfTask('task.changed'),
  }),
  'task.deleted': aboutBin({
    data: named,
    formerly: ['task.delete'],
    older: () => ({ task: '' }),
    words: (_, { it }) => `moved ${it} to the bin`,
    activity: toTeam,
    audit: { group: 'work', label: 'Task deleted', target: ({ id }) => id, it: theTask },
    outdate: worksOn,
    live: liveOfTask('task.deleted'),
  }),
  'task.restored': aboutBin({
    data: named,
    formerly: ['task.restore'],
    older: () => ({ task: '' }),
    words: (_, { it }) => `restored ${it} from the bin`,
    activity: toTeam,
    audit: { group: 'work', label: 'Task restored', target: ({ id }) => id, it: theTask },
    outdate: worksOn,
    live: liveOfTask('task.created'),
  }),
  'task.purged': eventAbout<{ id: string }>()({
    data: named,
    formerly: ['task.purge'],
    words: (_, { it }) => `removed ${it} for good`,
    audit: { group: 'work', label: 'Task removed', target: ({ id }) => id, it: theTask },
  }),
});
