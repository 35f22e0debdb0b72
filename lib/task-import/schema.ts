/** Imports of tasks. Runs anywhere. */
import { z } from 'zod';
import { storable } from '@/lib/clean-text';
import { customValue } from '@/lib/custom-field/schema';
import { storedFile } from '@/lib/file/schema.bytes';
import { SOURCES } from '@/lib/imported/vocabulary';
import { JOB_STATES } from '@/lib/job/vocabulary';
import { PersonBadge } from '@/lib/person/schema';
import { decoded, encoding } from '@/lib/table-file/schema';
import { AUDIENCES } from '@/lib/task/vocabulary';
import { FIELDS, type Field } from '@/lib/task-import/vocabulary';
import { id, paging, record } from '@/lib/validation';

/** Written as the file is read. */
const written = z.string().transform((text) => storable(text).trim());
const heading = z.string().max(400).pipe(written);
const columns = z.partialRecord(z.enum(FIELDS), heading);

const Mapping = z.strictObject({
  columns: columns.optional(),
  fields: z.record(id, heading).optional(),
  statuses: z.record(written, z.coerce.number().pipe(z.int().min(1).max(5))).optional(),
  people: z.record(written, z.union([id, z.email(), z.literal(''), z.null()])).optional(),
  archived: z.boolean().optional(),
  day_order: z.enum(['dmy', 'mdy']).optional(),
});
export type Mapping = z.output<typeof Mapping>;

const PARTS = Object.keys(Mapping.shape);
const isField = (value: unknown): value is Field => FIELDS.includes(value as Field);

/** Columns alone may stand without their name, either way round: `{"title":"Card name"}` or `{"Card name":"title"}`. */
function whole(given: unknown): unknown {
  if (
    typeof given !== 'object' ||
    given === null ||
    Array.isArray(given) ||
    Object.keys(given).some((name) => PARTS.includes(name))
  )
    return given;
  const pairs = Object.entries(given).map(([one, other]) =>
    isField(one) || !isField(other) ? [one, other] : [other, one],
  );
  return { columns: Object.fromEntries(pairs) };
}

const mapping = z
  .string()
  .max(64_000)
  .transform((text, { addIssue }) => {
    try {
      return Mapping.parse(whole(JSON.parse(text)));
    } catch {
      addIssue(
        'A mapping is a JSON object: columns (field to heading), fields (id of one of the organisation’s own to heading), statuses (list to 1–5), people (name to member id, email or nothing), archived, day_order.',
      );
      return z.NEVER;
    }
  });

export const ImportTasks = z.strictObject({
  file: storedFile,
  source: z.enum(SOURCES, 'A source is csv, trello, jira or asana.'),
  project_id: id
    .optional()
    .describe(
      'Without it the tasks go into a new project with the name of the board; the same file again into that one',
    ),
  mapping: mapping
    .optional()
    .describe(
      'JSON: columns, fields, statuses, people, archived, day_order (`dmy` or `mdy`, where no date of the file tells)',
    ),
  encoding,
  dry_run: z.stringbool('dry_run is true or false.').default(false).describe('Says what would be made; nothing is'),
});
export type ImportTasks = z.output<typeof ImportTasks>;

export const ImportReference = z.strictObject({ id });
export type ImportReference = z.output<typeof ImportReference>;

export const ListImports = z.strictObject({ project_id: id.optional(), ...paging });
export type ListImports = z.output<typeof ListImports>;

/** `line` counts as a spreadsheet does (the headings are 1); of a board it is the card's place in the file. */
const ImportProblem = record('ImportProblem', { line: z.number(), message: z.string() });

const counts = {
  tasks: z.number(),
  comments: z.number(),
  people: z.number().describe('Of the file, who are members here'),
  lists: z.number(),
  labels: z.number(),
  checklist_items: z.number(),
  time_entries: z.number(),
  skipped: z.number().describe('Tasks that are here already, or were put away there'),
};

const ImportedList = z.object({
  name: z.string(),
  status: z.number(),
  known: z.boolean().describe('False: nobody can tell from its name, so it is Pending unless `mapping` says otherwise'),
  tasks: z.number(),
  completed: z.number().describe('Of these, complete in the file and so Completed, though the list is not'),
});
const ImportedPerson = z.object({
  key: z.string().describe('How `mapping` names them'),
  name: z.string(),
  email: z.string().nullable(),
  member_id: z.string().nullable(),
  state: z.enum(['assigned', 'not in project', 'unknown']),
  tasks: z.number(),
});
export type ImportedPerson = z.infer<typeof ImportedPerson>;

const problems = {
  errors: z.array(ImportProblem).describe('Lines that are not made, and why'),
  skipped_lines: z.array(ImportProblem),
};

/** What was made, or with `dry_run` would be. */
export const TaskImport = record('TaskImport', {
  batch_id: z.string().nullable().describe('Null with `dry_run`'),
  source: z.enum(SOURCES).describe('As the file was read: a board is one of Trello, whatever was said'),
  ...counts,
  ...problems,
  lost: z.array(ImportProblem).describe('What does not come along'),
  project_id: z.string().nullable(),
  new_project: z.string().nullable().describe('Name of the project that would be made'),
  dry_run: z.boolean(),
  finished: z.boolean().describe('False: it goes on; importBatch has the progress'),
  ...decoded,
  unclear_date: z
    .object({ line: z.number(), text: z.string() })
    .nullable()
    .describe('May have its day or its month first, and no date of the file tells: `mapping.day_order` has to'),
  client_tasks: z.number().describe('Of the tasks, those that clients will see, as our own export says'),
  headings: z.array(z.string()),
  columns: z
    .record(z.string(), z.string())
    .describe('Field to heading, as they were read; the organisation’s own fields by their ids'),
  lists_found: z.array(ImportedList),
  people_found: z.array(ImportedPerson),
  first_tasks: z.array(z.object({ line: z.number(), title: z.string(), list: z.string().nullable() })),
});
export type TaskImport = z.infer<typeof TaskImport>;

export const ImportBatchRecord = record('ImportBatchRecord', {
  _id: z.string(),
  batch_id: z.string(),
  source: z.enum(SOURCES),
  file_name: z.string(),
  project: z.object({
    _id: z.string(),
    key: z.string(),
    name: z.string(),
    gone: z.boolean().describe('The import made it, and its rollback took it'),
  }),
  total: z.number().describe('Tasks that are to be made'),
  ...counts,
  ...problems,
  state: z.enum(JOB_STATES),
  finished: z.boolean(),
  /** Why it failed, or is tried again. */
  problem: z.string().nullable(),
  progress: z.object({ done: z.number(), total: z.number() }),
  created_by: PersonBadge.nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  /** `running`: tasks are being removed. */
  rollback: z.enum(['none', 'running', 'done']),
  rolled_back_at: z.string().nullable(),
  kept: z
    .array(z.object({ task_id: z.string(), key: z.string(), title: z.string(), reason: z.string() }))
    .describe('What a rollback left, as somebody had changed it'),
  can: z.object({ cancel: z.boolean(), roll_back: z.boolean() }),
});
export type ImportBatchRecord = z.infer<typeof ImportBatchRecord>;

/** Stands in the row until it is made. */
export const PlannedTask = z.object({
  line: z.number().default(0),
  title: z.string(),
  description: z.string(),
  status: z.number(),
  priority: z.string(),
  audience: z.enum(AUDIENCES).default('internal'),
  assignee_ids: z.array(z.string()),
  start_date: z.string().nullable(),
  due_date: z.string().nullable(),
  created_at: z.string().nullable(),
  completed_at: z.string().nullable(),
  estimate_minutes: z.number().nullable(),
  category: z.string().nullable(),
  milestone: z.string().nullable().default(null),
  labels: z.array(z.object({ name: z.string(), colour: z.string().nullable() })),
  /** By the ids of the organisation's own fields. */
  custom: z.record(z.string(), customValue).default({}),
  parent: z.string().nullable(),
  blocks: z.array(z.string()),
  blocked_by: z.array(z.string()).default([]),
  comments: z.array(z.object({ name: z.string().nullable(), at: z.string().nullable(), text: z.string() })),
  checklist: z.array(z.object({ title: z.string(), done: z.boolean() })),
  watcher_ids: z.array(z.string()).default([]),
  /** An import's own function reads it from the row. */
  time: z
    .array(z.object({ name: z.string(), started_at: z.string(), minutes: z.number(), note: z.string() }))
    .default([]),
});
export type PlannedTask = z.infer<typeof PlannedTask>;
export type PlannedRow = { position: number; line: number; source_id: string; data: PlannedTask };

export const ImportJob = z.object({ batch_id: z.string() });
export type ImportJob = z.infer<typeof ImportJob>;
