import type { Effects } from '@/lib/effects';
import type { Ctx } from '@/lib/org';
import { createTask, editTask, moveTask } from '@/lib/task/commands';
import { getTask, listBoard, listTasks } from '@/lib/task/queries';
import { type BoardColumn, CreateTask, EditTask, ListProjectTasks, ListTasks, MoveTask } from '@/lib/task/schema';
import { attempt } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';

/** Calls about tasks of acme's WEB, from raw input, as the transports make them. */

type Input = Record<string, unknown>;

export const WEB = fixtureId('acme.WEB');
export const task = (key: string) => fixtureId(`acme.${key}`);
export const person = (seat: string) => fixtureId(`acme.${seat}`);

export const create = (ctx: Ctx, input: Input = {}) =>
  createTask(ctx, CreateTask.parse({ project_id: WEB, title: 'Print the posters', ...input }));
export const edit = (ctx: Ctx, reference: string, input: Input) =>
  editTask(ctx, EditTask.parse({ id: reference, version: 1, ...input }), getTask);
export const move = (ctx: Ctx, reference: string, status: number, input: Input = {}) =>
  moveTask(ctx, MoveTask.parse({ task_id: reference, status, ...input }));
export const list = (ctx: Ctx, input: Input = {}) => listTasks(ctx, ListTasks.parse(input));
export const board = (ctx: Ctx, input: Input = {}): Promise<BoardColumn[]> =>
  listBoard(ctx, ListProjectTasks.parse({ project_id: WEB, ...input }));

/** Keys of a column of WEB, in order. */
export const column = async (ctx: Ctx, status: number) =>
  (await board(ctx, { status: String(status) })).flatMap(({ docs }) => docs.map(({ key }) => key));

/** What was told to whom. */
export const told = ({ notifications }: Effects) => notifications.map(({ memberId, kind }) => [kind, memberId]);

/** Everybody who meets WEB: all roles, those who are not in it, and another organisation's admin. */
const EVERYBODY = ['admin', 'subadmin', 'leader', 'user', 'user2', 'client', 'observer', 'outsider', 'lead2'];

/** What becomes of the same call by each of them. */
export async function outcomes(work: (ctx: Ctx) => Promise<unknown>): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const who of [...EVERYBODY.map((seat) => `acme.${seat}`), 'globex.admin']) found[who] = await attempt(who, work);
  return found;
}
