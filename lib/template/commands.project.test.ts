import { expect, test } from 'vitest';
import type { Ctx } from '@/lib/org';
import { getProject, listProjectActivity } from '@/lib/project/queries';
import { getTask, listTasks } from '@/lib/task/queries';
import { ListTasks } from '@/lib/task/schema';
import { createTemplate } from '@/lib/template/commands';
import { takeProjectTemplate } from '@/lib/template/commands.use';
import { CreateTemplate, UseProjectTemplate } from '@/lib/template/schema';
import { asMember, become } from '@/lib/test/as-member';
import { failureOf } from '@/lib/test/attempt';
import { person, WEB } from '@/lib/test/task-calls';
import { editWorkflow } from '@/lib/workflow/commands';
import { getWorkflow } from '@/lib/workflow/queries';
import { EditWorkflow } from '@/lib/workflow/schema';
import { STANDARD } from '@/lib/workflow/vocabulary';

type Input = Record<string, unknown>;
const ofWeb = (ctx: Ctx, input: Input = {}) =>
  createTemplate(ctx, CreateTemplate.parse({ name: 'Launch', project_id: WEB, of_project_id: WEB, ...input }));
const take = (ctx: Ctx, id: string, input: Input = {}) =>
  takeProjectTemplate(ctx, UseProjectTemplate.parse({ id, name: 'Second site', start_date: '2031-03-01', ...input }));
const columns = STANDARD.columns.map((column) => (column.status === 3 ? { ...column, name: 'Review' } : column));
const tasksOf = async (ctx: Ctx, projectId: string) =>
  (await listTasks(ctx, ListTasks.parse({ project_id: projectId, sort: 'created', limit: 200 }))).docs;

test('a template of a project makes one with its settings, workflow, team and tasks', () =>
  asMember('acme.leader', async (ctx) => {
    await editWorkflow(ctx, EditWorkflow.parse({ project_id: WEB, version: 0, columns }));
    const source = await getProject(ctx, { project_id: WEB });
    const { _id, content } = await ofWeb(ctx, { with_people: true });
    const before = await tasksOf(ctx, WEB);
    expect(content.tasks.map(({ title }) => title).sort()).toEqual(before.map(({ title }) => title).sort());
    const made = await take(ctx, _id);
    expect(made).toMatchObject({ name: 'Second site', type: source.type, leader: { _id: person('leader') } });
    expect(made.members.map((one) => one._id)).toContain(person('user'));
    const after = await tasksOf(ctx, made._id);
    expect(after.map(({ title }) => title).sort()).toEqual(before.map(({ title }) => title).sort());
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([1]));
    const assigned = (tasks: typeof after) => tasks.filter(({ assignees }) => assignees.length).length;
    expect(assigned(after)).toBe(assigned(before));
    expect((await getWorkflow(ctx, { project_id: made._id })).columns[2]?.name).toBe('Review');
    const says = (await listProjectActivity(ctx, made._id, 50)).map((line) => line.says);
    expect(says).toContain('made the project from the template “Launch”');
    const [first] = after;
    expect((await getTask(ctx, { id: first?._id ?? '' })).activity.map((line) => line.says)).toContain(
      'made this task from the template “Launch”',
    );
  }));

test('without people its roles are names that are filled when it is used', () =>
  asMember('acme.leader', async (ctx) => {
    const { _id, content } = await ofWeb(ctx);
    expect(content.roles.map(({ member_id }) => member_id)).toEqual(content.roles.map(() => null));
    expect(content.roles[0]?.name).toBe('Team Leader');
    const nobody = await take(ctx, _id);
    expect(nobody.members.map((one) => one._id)).toEqual([person('leader')]);
    const role = content.roles.findIndex(({ name }) => name === 'User 1');
    const filled = await take(ctx, _id, { people: [{ role, member_id: person('user2') }] });
    expect(filled.members.map((one) => one._id)).toContain(person('user2'));
    const refused = await failureOf(take(ctx, _id, { people: [{ role, member_id: person('client') }] }));
    expect(refused.code).toBe('invalid');
  }));

test('its clients are picked when it is used', () =>
  asMember('acme.leader', async (ctx) => {
    const { _id } = await ofWeb(ctx);
    const made = await take(ctx, _id, { client_ids: [person('client')] });
    expect(made.members.map((one) => one._id)).toContain(person('client'));
    expect((await failureOf(take(ctx, _id, { client_ids: [person('user')] }))).code).toBe('invalid');
  }));

test('people who can no longer be in a team are left out', () =>
  asMember('acme.leader', async (ctx) => {
    const { _id } = await ofWeb(ctx, { with_people: true });
    await ctx.db.$executeRaw`update member set deactivated_at = now() where id = ${person('user')}::uuid`;
    expect((await take(ctx, _id)).members.map((one) => one._id)).not.toContain(person('user'));
  }));

test('a user cannot make a project of it', () =>
  asMember('acme.leader', async (ctx) => {
    const { _id } = await ofWeb(ctx);
    await ctx.settle();
    expect((await failureOf(take(await become(ctx, 'acme.user'), _id))).code).toBe('forbidden');
  }));
