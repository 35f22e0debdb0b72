import { describe, expect, test } from 'vitest';
import { addChecklistItem } from '@/lib/checklist/commands';
import { AddChecklistItem } from '@/lib/checklist/schema';
import { addDependency } from '@/lib/dependency/commands';
import { DependencyInput } from '@/lib/dependency/schema';
import { createMilestone } from '@/lib/milestone/commands';
import { CreateMilestone } from '@/lib/milestone/schema';
import type { Ctx } from '@/lib/org';
import { getProject, listProjectActivity } from '@/lib/project/queries';
import { deleteTask } from '@/lib/task/commands.bin';
import { getTask, listTasks } from '@/lib/task/queries';
import { ListTasks } from '@/lib/task/schema';
import { createTemplate, deleteTemplate, editTemplate } from '@/lib/template/commands';
import { takeProjectTemplate, takeTemplate } from '@/lib/template/commands.use';
import { getTemplate, listTemplates } from '@/lib/template/queries';
import { CreateTemplate, EditTemplate, ListTemplates, UseProjectTemplate, UseTemplate } from '@/lib/template/schema';
import { MOST_TEMPLATES } from '@/lib/template/vocabulary';
import { asMember, become } from '@/lib/test/as-member';
import { codeOf, failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { create, outcomes, person, task, WEB } from '@/lib/test/task-calls';
import { asAdmin, asLeader } from '@/lib/test/test-as';
import { editWorkflow } from '@/lib/workflow/commands';
import { getWorkflow } from '@/lib/workflow/queries';
import { EditWorkflow } from '@/lib/workflow/schema';
import { STANDARD } from '@/lib/workflow/vocabulary';

type Input = Record<string, unknown>;
const plain = { tasks: [{ title: 'Onboard' }] };
const make = (ctx: Ctx, input: Input = {}) =>
  createTemplate(
    ctx,
    CreateTemplate.parse({
      name: 'Onboarding',
      project_id: WEB,
      ...(!input.of_task_id && { content: plain }),
      ...input,
    }),
  );
const take = (ctx: Ctx, id: string, input: Input = {}) =>
  takeTemplate(ctx, UseTemplate.parse({ id, project_id: WEB, start_date: '2031-03-01', ...input }));
const edit = (ctx: Ctx, id: string, input: Input) =>
  editTemplate(ctx, EditTemplate.parse({ id, version: 1, ...input }));
const names = async (ctx: Ctx, input: Input = {}) =>
  (await listTemplates(ctx, ListTemplates.parse(input))).docs.map(({ name }) => name);

/** A task with all that a template keeps, two levels below, and one that waits for another. */
async function whole(ctx: Ctx) {
  const label = await ctx.db.label.create({ data: { id: fixtureId('acme.label of templates'), name: 'Kept' } });
  const top = await create(ctx, {
    ...{ title: 'Whole', description: 'As **agreed**', priority: 'high', estimate_minutes: 90, status: 3 },
    ...{ category_id: fixtureId('acme.Design'), label_ids: [label.id], assignee_ids: [person('user')] },
    ...{ start_date: '2031-01-01', due_date: '2031-01-31', audience: 'client' },
  });
  await addChecklistItem(ctx, AddChecklistItem.parse({ task_id: top._id, title: 'Buy ink\nFold', done: true }));
  const first = await create(ctx, { title: 'First', parent_id: top._id, status: 4, due_date: '2031-01-10' });
  const second = await create(ctx, { title: 'Second', parent_id: top._id });
  await create(ctx, { title: 'Deepest', parent_id: second._id, start_date: '2031-01-03' });
  await addDependency(ctx, DependencyInput.parse({ task_id: first._id, blocks_id: second._id }));
  return top;
}

describe('a template below another task', () => {
  const parentOf = async (ctx: Ctx, id: string) => (await getTask(ctx, { id })).parent?._id;

  test('makes its task a subtask, which clients see only where they see the parent; open pages of that hear of it', () =>
    asMember('acme.leader', async (ctx, effects) => {
      const shared = {
        tasks: [
          { title: 'Onboard', audience: 'client' },
          { title: 'Ask', parent: 0 },
        ],
      };
      const { _id } = await make(ctx, { content: shared });
      const [open, inner] = [
        await create(ctx, { title: 'Open', audience: 'client' }),
        await create(ctx, { title: 'Inner' }),
      ];
      const made = await take(ctx, _id, { parent_id: open._id });
      expect([await parentOf(ctx, made._id), made.audience]).toEqual([open._id, 'client']);
      expect((await take(ctx, _id, { parent_id: inner._id })).audience).toBe('internal');
      expect(effects.events).toContainEqual(expect.objectContaining({ type: 'task.progressed', taskId: inner._id }));
    }));

  asAdmin('is refused below a task of another project, and where there would be too many levels', async (ctx) => {
    const { _id } = await make(ctx, { content: { tasks: [{ title: 'Top' }, { title: 'Below', parent: 0 }] } });
    expect(await codeOf(take(ctx, _id, { parent_id: fixtureId('acme.APP-1') }))).toBe('invalid');
    let parent = (await create(ctx, { title: 'Level 1' }))._id;
    for (let level = 2; level <= 6; level++)
      parent = (await create(ctx, { title: `Level ${level}`, parent_id: parent }))._id;
    const deep = await create(ctx, { title: 'Level 7', parent_id: parent });
    expect(await parentOf(ctx, (await take(ctx, _id, { parent_id: parent }))._id)).toBe(parent);
    expect(await codeOf(take(ctx, _id, { parent_id: deep._id }))).toBe('conflict');
  });
});

describe('a template of a task', () => {
  asLeader('keeps the fields of the task, with days counted from its start, and without people', async (ctx) => {
    const { content, kind, tasks } = await make(ctx, { of_task_id: (await whole(ctx))._id });
    expect([kind, tasks, content.project, content.roles]).toEqual(['task', 4, null, []]);
    const [top, ...below] = content.tasks;
    expect(top).toMatchObject({
      ...{ title: 'Whole', description: 'As **agreed**', priority: 'high', estimate_minutes: 90, audience: 'client' },
      ...{ start_in: 0, due_in: 30, checklist: ['Buy ink', 'Fold'], parent: null, roles: [] },
      ...{ label_ids: [fixtureId('acme.label of templates')], category_id: fixtureId('acme.Design') },
    });
    expect(below).toMatchObject([
      { title: 'First', due_in: 9, parent: 0, blocked_by: [] },
      { title: 'Second', due_in: null, parent: 0, blocked_by: [1] },
      { title: 'Deepest', start_in: 2, parent: 2 },
    ]);
  });

  test('makes the tree anew: pending, with dates from the day of use, nothing ticked, and says so', () =>
    asMember('acme.leader', async (ctx, effects) => {
      const { _id } = await make(ctx, { of_task_id: (await whole(ctx))._id });
      const made = await take(ctx, _id, { title: 'Again' });
      expect(made).toMatchObject({
        ...{ title: 'Again', status: 1, version: 1, priority: 'high', estimate_minutes: 90, audience: 'client' },
        ...{ description: 'As **agreed**', start_date: '2031-03-01', due_date: '2031-03-31', assignees: [] },
        ...{ category: { name: 'Design' }, labels: [{ name: 'Kept' }], checklist: { done: 0, total: 2 } },
        ...{ created_by_id: ctx.actor.memberId, subtasks: [{ title: 'First', status: 1 }, { title: 'Second' }] },
      });
      expect(made.description_html).toContain('<strong>agreed</strong>');
      expect(made.activity.map(({ says }) => says)).toContain('made this task from the template “Onboarding”');
      const [first, second] = made.subtasks;
      expect(first?.due_date).toBe('2031-03-10');
      const waiting = await getTask(ctx, { id: second?._id ?? '' });
      expect(waiting.dependencies).toMatchObject([{ _id: first?._id, relation: 'blocked_by' }]);
      expect(waiting.subtasks).toMatchObject([{ title: 'Deepest', start_date: '2031-03-03' }]);
      const live = effects.events.filter(({ type }) => type === 'task.created');
      expect(live).toHaveLength(8);
    }));

  asAdmin('leaves out labels and categories that are gone', async (ctx) => {
    const { _id } = await make(ctx, { of_task_id: (await whole(ctx))._id });
    await ctx.db.label.updateMany({ data: { deletedAt: new Date() } });
    expect((await take(ctx, _id)).labels ?? []).toEqual([]);
  });

  asLeader('is not used in an archived project, nor where a column takes no more', async (ctx) => {
    const { _id } = await make(ctx);
    await ctx.db.project.update({ where: { id: WEB }, data: { status: 'archived' } });
    expect(await codeOf(take(ctx, _id))).toBe('conflict');
  });
});

test('who makes a template of the organisation: admins and sub-admins', async () =>
  expect(await outcomes((ctx) => make(ctx, { project_id: null }))).toMatchObject({
    ...{ 'acme.admin': 'done', 'acme.subadmin': 'done', 'acme.leader': 'forbidden', 'acme.user': 'forbidden' },
  }));

asLeader('who makes a template the team sees it, clients and other projects’ people never', async (ctx) => {
  const { _id } = await make(ctx);
  await ctx.settle();
  for (const seat of ['acme.client', 'acme.outsider']) {
    const other = await become(ctx, seat);
    expect(await names(other)).toEqual([]);
    expect(await codeOf(getTemplate(other, { id: _id }))).toBe('not_found');
  }
  expect(await names(await become(ctx, 'acme.user'), { project_id: WEB, kind: 'task' })).toEqual(['Onboarding']);
  expect(await names(await become(ctx, 'acme.user'), { kind: 'project' })).toEqual([]);
});

asAdmin('a template stands in its project beside those of the organisation, by name', async (ctx) => {
  await make(ctx, { name: 'B of WEB' });
  await make(ctx, { name: 'a of all', project_id: null });
  await make(ctx, { name: 'c of APP', project_id: fixtureId('acme.APP') });
  expect(await names(ctx, { project_id: WEB })).toEqual(['a of all', 'B of WEB']);
  expect(await names(ctx)).toEqual(['a of all', 'B of WEB', 'c of APP']);
});

test('row security refuses the write of a leader who does not lead the project, whatever the rules', () =>
  asMember('acme.lead2', async ({ db }) => {
    const data = { projectId: WEB, kind: 'task', name: 'Mine', content: plain };
    await expect(db.template.createMany({ data: [data] })).rejects.toThrow(/row-level security/);
  }));

asLeader('a template stays of its kind, is used as it, and there are so many of them at most', async (ctx) => {
  const { _id } = await make(ctx);
  const { _id: other } = await createTemplate(
    ctx,
    CreateTemplate.parse({ name: 'Launch', project_id: WEB, of_project_id: WEB }),
  );
  const project = (await getTemplate(ctx, { id: other })).content;
  expect((await failureOf(edit(ctx, _id, { content: project }))).details.errors).toHaveProperty(['content.project']);
  expect((await failureOf(take(ctx, other))).message).toBe('This is the template of a project.');
  const asProject = UseProjectTemplate.parse({ id: _id, name: 'Second site' });
  expect((await failureOf(takeProjectTemplate(ctx, asProject))).message).toBe('This is the template of a task.');
  const data = { projectId: WEB, kind: 'task', name: 'One', content: plain };
  await ctx.db.template.createMany({ data: Array(MOST_TEMPLATES - 3).fill(data) });
  await make(ctx);
  expect((await failureOf(make(ctx))).message).toBe('There are 200 templates already. Delete one first.');
  await deleteTemplate(ctx, { id: _id });
  expect(await codeOf(getTemplate(ctx, { id: _id }))).toBe('not_found');
  await make(ctx);
});

asLeader('a template is made of no task in the bin, and of no more text than fits', async (ctx) => {
  await deleteTask(ctx, { id: 'WEB-1' });
  expect((await failureOf(make(ctx, { of_task_id: task('WEB-1') }))).message).toContain('in the bin');
  const long = { title: 'Long', description: 'x'.repeat(45_000) };
  const content = (count: number) => ({ tasks: [long, ...Array(count - 1).fill({ ...long, parent: 0 })] });
  expect((await failureOf(make(ctx, { content: content(21) }))).message).toContain('too much text');
  expect((await make(ctx, { content: content(15) })).tasks).toBe(15);
});

asLeader('a change of a template on a stale version is refused with the current one', async (ctx) => {
  const { _id } = await make(ctx);
  expect((await edit(ctx, _id, { summary: 'For new people' })).version).toBe(2);
  const { code, details } = await failureOf(edit(ctx, _id, { name: 'Other' }));
  expect([code, details.current]).toMatchObject(['conflict', { summary: 'For new people' }]);
});

test.each([
  ['two tasks at the top', [{ title: 'One' }, { title: 'Two' }]],
  ['a parent further down', [{ title: 'One' }, { title: 'Two', parent: 2 }, { title: 'Three', parent: 0 }]],
  [
    'tasks that wait for each other',
    [
      { title: 'A', blocked_by: [1] },
      { title: 'B', parent: 0, blocked_by: [0] },
    ],
  ],
  ['a role that there is not', [{ title: 'One', roles: [0] }]],
  ['a milestone that there is not', [{ title: 'One', milestone: 0 }]],
  ['an end before the start', [{ title: 'One', start_in: 3, due_in: 2 }]],
  ['a tree of nine levels', Array.from({ length: 9 }, (_, at) => ({ title: `${at}`, parent: at ? at - 1 : null }))],
])('a change of a template is refused with %s', (_what, tasks) =>
  expect(EditTemplate.safeParse({ id: fixtureId('x'), version: 1, content: { tasks } }).success).toBe(false),
);

describe('of a project', () => {
  const ofWeb = (ctx: Ctx, input: Input = {}) =>
    createTemplate(ctx, CreateTemplate.parse({ name: 'Launch', project_id: WEB, of_project_id: WEB, ...input }));
  const take = (ctx: Ctx, id: string, input: Input = {}) =>
    takeProjectTemplate(ctx, UseProjectTemplate.parse({ id, name: 'Second site', start_date: '2031-03-01', ...input }));
  const columns = STANDARD.columns.map((column) => (column.status === 3 ? { ...column, name: 'Review' } : column));
  const tasksOf = async (ctx: Ctx, projectId: string) =>
    (await listTasks(ctx, ListTasks.parse({ project_id: projectId, sort: 'created', limit: 200 }))).docs;

  asLeader('a template of a project makes one with its settings, workflow, team, milestones and tasks', async (ctx) => {
    await editWorkflow(ctx, EditWorkflow.parse({ project_id: WEB, version: 0, columns }));
    const launch = { project_id: WEB, name: 'Launch', audience: 'client', task_ids: [task('WEB-1')] };
    await createMilestone(ctx, CreateMilestone.parse(launch));
    const source = await getProject(ctx, { project_id: WEB });
    const { _id, content } = await ofWeb(ctx, { with_people: true });
    const before = await tasksOf(ctx, WEB);
    expect(content.tasks.map(({ title }) => title).sort()).toEqual(before.map(({ title }) => title).sort());
    const made = await take(ctx, _id);
    expect(made).toMatchObject({ name: 'Second site', type: source.type, leader: { _id: person('leader') } });
    expect(made.members.map((one) => one._id)).toContain(person('user'));
    const after = await tasksOf(ctx, made._id);
    expect(after.map(({ title }) => title).sort()).toEqual(before.map(({ title }) => title).sort());
    expect(after.flatMap(({ milestone }) => milestone?.name ?? [])).toEqual(['Launch']);
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
  });

  asLeader('is as long as the project was, from the day on which the new one begins', async (ctx) => {
    const [startDate, dueDate] = [new Date('2020-05-01'), new Date('2020-05-11')];
    await ctx.db.project.updateMany({ where: { id: WEB }, data: { startDate, dueDate } });
    const { _id } = await ofWeb(ctx);
    expect(await take(ctx, _id)).toMatchObject({ start_date: '2031-03-01', due_date: '2031-03-11' });
  });

  asLeader('without people its roles are names that are filled when it is used', async (ctx) => {
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
    const beyond = await failureOf(
      take(ctx, _id, { people: [{ role: content.roles.length, member_id: person('user2') }] }),
    );
    expect(beyond.details.errors).toHaveProperty(['people.0.role']);
    // Leaders are placed by those above them.
    expect(await codeOf(take(ctx, _id, { people: [{ role, member_id: person('lead2') }] }))).toBe('forbidden');
  });

  asLeader('its clients are picked when it is used', async (ctx) => {
    const { _id } = await ofWeb(ctx);
    const made = await take(ctx, _id, { client_ids: [person('client')] });
    expect(made.members.map((one) => one._id)).toContain(person('client'));
    expect(await codeOf(take(ctx, _id, { client_ids: [person('user')] }))).toBe('invalid');
  });

  asLeader('people who can no longer be in a team are left out', async (ctx) => {
    const { _id } = await ofWeb(ctx, { with_people: true });
    await ctx.db.$executeRaw`update member set deactivated_at = now() where id = ${person('user')}::uuid`;
    expect((await take(ctx, _id)).members.map((one) => one._id)).not.toContain(person('user'));
  });
});
