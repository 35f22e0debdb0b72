/** The workflow of an organisation, or of a project. Runs anywhere. */
import { z } from 'zod';
import { tint } from '@/lib/category/schema';
import { nameKey } from '@/lib/clean-text';
import { STATUSES, type StatusCode } from '@/lib/task/vocabulary';
import { id, line, number, record } from '@/lib/validation';
import { COLUMN_NAME_LENGTH, canBeLimited, MOST_IN_COLUMN, OVER_LIMIT } from '@/lib/workflow/vocabulary';

const STATUS = 'A status is a code from 1 to 5.';
const isStatus = (value: number): value is StatusCode => STATUSES.some(({ code }) => code === value);
const status = z.int(STATUS).refine(isStatus, STATUS);

const column = z
  .strictObject({
    status,
    name: line(COLUMN_NAME_LENGTH, 'The name'),
    colour: tint.nullable().default(null),
    limit: z.int().min(1).max(MOST_IN_COLUMN, `A limit is ${MOST_IN_COLUMN} at most.`).nullable().default(null),
  })
  .refine(({ status, limit }) => limit === null || canBeLimited(status), {
    path: ['limit'],
    message: 'Completed tasks are no work in progress: leave the limit out.',
  });

/** All five, whatever their order. */
const columns = z
  .array(column)
  .refine(
    (given) =>
      STATUSES.every(({ code }) => given.filter(({ status }) => status === code).length === 1) &&
      given.length === STATUSES.length,
    'Give each of the five statuses once.',
  )
  .refine(
    (given) => new Set(given.map(({ name }) => nameKey(name))).size === given.length,
    'Two columns have the same name.',
  )
  .transform((given) => given.toSorted((one, other) => one.status - other.status));

const moves = z
  .record(z.enum(STATUSES.map(({ code }) => `${code}`) as [string, ...string[]], STATUS), z.array(status))
  .transform(
    (given): Record<string, StatusCode[]> =>
      Object.fromEntries(
        STATUSES.map(({ code }) => [code, [...new Set(given[code] ?? [])].filter((to) => to !== code).sort()]),
      ),
  );

/** Without `project_id`: the organisation's. */
export const WorkflowReference = z.strictObject({ project_id: id.optional() });
export type WorkflowReference = z.output<typeof WorkflowReference>;

export const WorkflowFields = {
  columns,
  moves: moves.nullable().default(null).describe('By the status that is left; null: any move'),
  over_limit: z.enum(OVER_LIMIT, 'Over the limit: warn or refuse.').default('warn'),
};

export const EditWorkflow = z.strictObject({
  project_id: id.optional(),
  version: number.pipe(z.int().min(0)).describe('0 where nothing was changed yet'),
  ...WorkflowFields,
});
export type EditWorkflow = z.output<typeof EditWorkflow>;

export const ResetWorkflow = z.strictObject({ project_id: id.optional(), version: number.pipe(z.int().min(0)) });
export type ResetWorkflow = z.output<typeof ResetWorkflow>;

export const WorkflowRecord = record('WorkflowRecord', {
  project_id: z.string().nullable(),
  columns: z.array(z.object({ status, name: z.string(), colour: z.string().nullable(), limit: z.int().nullable() })),
  moves: z.record(z.string(), z.array(status)).nullable(),
  over_limit: z.enum(OVER_LIMIT),
  version: z.int().describe('0: it has none of its own'),
  own: z.boolean().describe('False: the organisation’s, or as always'),
  may_edit: z.boolean(),
});
export type WorkflowRecord = z.infer<typeof WorkflowRecord>;
