import { describe, expect, test } from 'vitest';
import { addChecklistItem } from '@/lib/checklist/commands';
import { AddChecklistItem } from '@/lib/checklist/schema';
import { addDependency } from '@/lib/dependency/commands';
import { DependencyInput } from '@/lib/dependency/schema';
import type { Ctx } from '@/lib/org';
import { getTask } from '@/lib/task/queries';
import { createTemplate, deleteTemplate, editTemplate } from '@/lib/template/commands';
import { takeTemplate } from '@/lib/template/commands.use';
import { getTemplate, listTemplates } from '@/lib/template/queries';
import { CreateTemplate, EditTemplate, ListTemplates, UseTemplate } from '@/lib/template/schema';
import { asMember, asMemberCommitted, become } from '@/lib/test/as-member';
import { failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { create, outcomes, person, UNSEEN, WEB } from '@/lib/test/task-calls';

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

  test('is refused below a task of another project, and where there would be too many levels', () =>
    asMember('acme.admin', async (ctx) => {
      const { _id } = await make(ctx, { content: { tasks: [{ title: 'Top' }, { title: 'Below', parent: 0 }] } });
      expect((await failureOf(take(ctx, _id, { parent_id: fixtureId('acme.APP-1') }))).code).toBe('invalid');
      let parent = (await create(ctx, { title: 'Level 1' }))._id;
      for (let level = 2; level <= 6; level++)
        parent = (await create(ctx, { title: `Level ${level}`, parent_id: parent }))._id;
      const deep = await create(ctx, { title: 'Level 7', parent_id: parent });
      expect(await parentOf(ctx, (await take(ctx, _id, { parent_id: parent }))._id)).toBe(parent);
      expect((await failureOf(take(ctx, _id, { parent_id: deep._id }))).code).toBe('conflict');
    }));
});

describe('a template of a task', () => {
  test('keeps the fields of the task, with days counted from its start, and without people', () =>
    asMember('acme.leader', async (ctx) => {
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
    }));

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

  test('leaves out labels and categories that are gone', () =>
    asMember('acme.admin', async (ctx) => {
      const { _id } = await make(ctx, { of_task_id: (await whole(ctx))._id });
      await ctx.db.label.updateMany({ data: { deletedAt: new Date() } });
      expect((await take(ctx, _id)).labels ?? []).toEqual([]);
    }));

  test('R01 is used by whoever may make tasks there and sees it', async () => {
    const { _id } = await asMemberCommitted('acme.leader', (ctx) => make(ctx));
    expect(await outcomes((ctx) => take(ctx, _id))).toEqual({
      ...{ 'acme.admin': 'done', 'acme.subadmin': 'done', 'acme.leader': 'done' },
      ...{ 'acme.user': 'done', 'acme.user2': 'done', 'acme.client': 'forbidden', 'acme.observer': 'forbidden' },
      ...UNSEEN,
    });
    await asMemberCommitted('acme.leader', (ctx) => deleteTemplate(ctx, { id: _id }));
  });

  test('is not used in an archived project, nor where a column takes no more', () =>
    asMember('acme.leader', async (ctx) => {
      const { _id } = await make(ctx);
      await ctx.db.project.update({ where: { id: WEB }, data: { status: 'archived' } });
      expect((await failureOf(take(ctx, _id))).code).toBe('conflict');
    }));
});

describe('who makes a template', () => {
  test('of a project: who leads it, or every project', async () => {
    expect(await outcomes((ctx) => make(ctx))).toMatchObject({
      ...{ 'acme.admin': 'done', 'acme.subadmin': 'done', 'acme.leader': 'done', 'acme.user': 'forbidden' },
      ...{ 'acme.client': 'forbidden', 'acme.observer': 'forbidden', 'acme.outsider': 'not_found' },
    });
  });

  test('of the organisation: admins and sub-admins', async () => {
    expect(await outcomes((ctx) => make(ctx, { project_id: null }))).toMatchObject({
      ...{ 'acme.admin': 'done', 'acme.subadmin': 'done', 'acme.leader': 'forbidden', 'acme.user': 'forbidden' },
    });
  });

  test('the team sees it, clients and other projects’ people never', () =>
    asMember('acme.leader', async (ctx) => {
      const { _id } = await make(ctx);
      await ctx.settle();
      for (const seat of ['acme.client', 'acme.outsider']) {
        const other = await become(ctx, seat);
        expect(await names(other)).toEqual([]);
        expect((await failureOf(getTemplate(other, { id: _id }))).code).toBe('not_found');
      }
      expect(await names(await become(ctx, 'acme.user'), { project_id: WEB, kind: 'task' })).toEqual(['Onboarding']);
      expect(await names(await become(ctx, 'acme.user'), { kind: 'project' })).toEqual([]);
    }));

  test('row security refuses the write of a leader who does not lead the project, whatever the rules', () =>
    asMember('acme.lead2', async ({ db }) => {
      const data = { projectId: WEB, kind: 'task', name: 'Mine', content: plain };
      await expect(db.template.createMany({ data: [data] })).rejects.toThrow(/row-level security/);
    }));
});

describe('a change of a template', () => {
  test('on a stale version is refused with the current one', () =>
    asMember('acme.leader', async (ctx) => {
      const { _id } = await make(ctx);
      expect((await edit(ctx, _id, { summary: 'For new people' })).version).toBe(2);
      const { code, details } = await failureOf(edit(ctx, _id, { name: 'Other' }));
      expect([code, details.current]).toMatchObject(['conflict', { summary: 'For new people' }]);
    }));

  test('does not make that of a task one of a project', () =>
    asMember('acme.leader', async (ctx) => {
      const { _id } = await make(ctx);
      const content = { ...plain, project: { type: 'web_application' } };
      expect((await failureOf(edit(ctx, _id, { content }))).code).toBe('invalid');
    }));

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
    ['an end before the start', [{ title: 'One', start_in: 3, due_in: 2 }]],
    ['a tree of nine levels', Array.from({ length: 9 }, (_, at) => ({ title: `${at}`, parent: at ? at - 1 : null }))],
  ])('is refused with %s', (_what, tasks) => {
    expect(EditTemplate.safeParse({ id: fixtureId('x'), version: 1, content: { tasks } }).success).toBe(false);
  });
});
