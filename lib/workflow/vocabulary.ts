/** What the statuses are called, and which moves are allowed. No validator here: this file ships to browsers. */
import { COMPLETED, STATUSES, type StatusCode, statusOf } from '@/lib/task/vocabulary';

/** `colour`: c1 to c8; null: as always. `limit`: of tasks in the column. */
export type WorkflowColumn = { status: StatusCode; name: string; colour: string | null; limit: number | null };

/** `moves`: to which statuses, by the one that is left; null: any. */
export type Workflow = {
  columns: readonly WorkflowColumn[];
  moves: Readonly<Record<string, readonly StatusCode[]>> | null;
  over_limit: OverLimit;
};

export const OVER_LIMIT = ['warn', 'refuse'] as const;
type OverLimit = (typeof OVER_LIMIT)[number];

/** By the project's id, the organisation's by `''`; absent: as always. */
export type Workflows = Readonly<Record<string, Workflow>>;

export const NO_WORKFLOWS: Workflows = {};

export const STANDARD: Workflow = {
  columns: STATUSES.map(({ code: status, label: name }) => ({ status, name, colour: null, limit: null })),
  moves: null,
  over_limit: 'warn',
};

/** A project's own, else the organisation's. */
export const workflowOf = (all: Workflows, projectId?: string | null): Workflow =>
  (projectId && all[projectId]) || all[''] || STANDARD;

export const columnIn = ({ columns }: Workflow, status: number): WorkflowColumn =>
  (columns[status - 1] ?? STANDARD.columns[0]) as WorkflowColumn;

/** Whether a column that is full takes no more. */
export const refusesMore = (workflow: Workflow, status: number): boolean =>
  workflow.over_limit === 'refuse' && columnIn(workflow, status).limit !== null;

/** An unknown code gives the first status. */
export const statusName = (all: Workflows, projectId: string | null | undefined, status: number): string =>
  columnIn(workflowOf(all, projectId), statusOf(status).code).name;

/** By `status:1` to `status:5`; none where they are as always. */
export const statusNames = (all: Workflows, projectId?: string): Record<string, string> =>
  Object.fromEntries(
    Object.keys(all).length
      ? workflowOf(all, projectId).columns.map(({ status, name }) => [`status:${status}`, name])
      : [],
  );

export const mayMoveTo = ({ moves }: Workflow, from: number, to: number): boolean =>
  from === to || !moves || Boolean(moves[from]?.some((code) => code === to));

/** In words; null where it is allowed. */
export function refusedMove(workflow: Workflow, from: number, to: number): string | null {
  if (mayMoveTo(workflow, from, to)) return null;
  const name = (status: number) => columnIn(workflow, status).name;
  const allowed = workflow.columns.filter(({ status }) => status !== from && mayMoveTo(workflow, from, status));
  const instead = allowed.length
    ? `From ${name(from)} it can go to ${allowed.map((column) => column.name).join(', ')}.`
    : `Nothing can leave ${name(from)}.`;
  return `The workflow does not allow a move from ${name(from)} to ${name(to)}. ${instead}`;
}

/** Completed is not work in progress. */
export const canBeLimited = (status: number): boolean => status !== COMPLETED;
export const MOST_IN_COLUMN = 999;
export const COLUMN_NAME_LENGTH = 30;
