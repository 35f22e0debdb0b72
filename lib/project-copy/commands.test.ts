import { describe, expect, test } from 'vitest';
import { addChecklistItem } from '@/lib/checklist/commands';
import { AddChecklistItem } from '@/lib/checklist/schema';
import type { RunningJob } from '@/lib/contract/job';
import { createCustomField } from '@/lib/custom-field/commands';
import { CreateCustomField } from '@/lib/custom-field/schema';
import { addDependency } from '@/lib/dependency/commands';
import { DependencyInput } from '@/lib/dependency/schema';
import { addFile } from '@/lib/file/commands.add';
import { placeFor } from '@/lib/file/commands.place';
import { createMilestone } from '@/lib/milestone/commands';
import { CreateMilestone } from '@/lib/milestone/schema';
import type { Ctx } from '@/lib/org';
import { getProject, listProjectActivity } from '@/lib/project/queries';
import { duplicateProject } from '@/lib/project-copy/commands';
import { copyNextPiece } from '@/lib/project-copy/commands.run';
import { type CopyJob, DuplicateProject } from '@/lib/project-copy/schema';
import { PARTS } from '@/lib/project-copy/vocabulary';
import { createRule } from '@/lib/rule/commands';
import { CreateRule } from '@/lib/rule/schema';
import { insertTasks } from '@/lib/task/queries.write';
import { become } from '@/lib/test/as-member';
import { codeOf } from '@/lib/test/attempt';
import { bytes } from '@/lib/test/file-calls';
import { create, edit, outcomes, person, WEB } from '@/lib/test/task-calls';
import { asAdmin, asLeader } from '@/lib/test/test-as';
import { newId } from '@/lib/validation';
import { editWorkflow } from '@/lib/workflow/commands';
import { getWorkflow } from '@/lib/workflow/queries';
import { EditWorkflow } from '@/lib/workflow/schema';
import { STANDARD } from '@/lib/workflow/vocabulary';

type Input = Record<string, unknown>;
const duplicate = (ctx: Ctx, input: Input = {}) =>
  duplicateProject(ctx, DuplicateProject.parse({ id: WEB, name: 'Again', ...input }));

/** What is to be the same in both, by title. */
const look = ({ db }: Ctx, projectId: string, days = 0) => db.$queryRaw<Input[]>`
  select t.title, t.audience, t.priority, t.estimate_minutes, above.title as parent, g.name as milestone, g.audience as milestone_audience,
         (t.start_date - ${days}::int)::text as start, (t.due_date - ${days}::int)::text as due, (g.due_date - ${days}::int)::text as milestone_due,
         array(select l.name from task_label tl join label l on l.id = tl.label_id where tl.task_id = t.id order by 1) as labels,
         array(select i.title from checklist_item i where i.task_id = t.id order by i.rank) as checklist,
         array(select m.name from task_assignee a join member m on m.id = a.member_id where a.task_id = t.id order by 1) as assignees,
         array(select b.title from dependency d join task b on b.id = d.task_id where d.blocks_id = t.id and b.project_id = t.project_id order by 1) as waits,
         array(select f.name || f.sha256 from file f where f.task_id = t.id and f.comment_id is null and f.deleted_at is null order by 1) as files,
         (select json_agg(coalesce(v.text, v.day::text, v.member_id::text)) from custom_value v where v.task_id = t.id) as custom
    from task t left join task above on above.id = t.parent_id left join milestone g on g.id = t.milestone_id
   where t.project_id = ${projectId}::uuid and t.deleted_at is null order by 1, 2`;
const names = async ({ db }: Ctx, projectId: string) => ({
  people: (await db.projectMember.findMany({ where: { projectId }, select: { memberId: true } }))
    .map((m) => m.memberId)
    .sort(),
  rules: await db.rule.findMany({ where: { projectId }, select: { name: true, filter: true, enabled: true } }),
  files: await db.file.findMany({ where: { projectId, taskId: null }, select: { name: true, sha256: true } }),
  folders: await db.milestone.count({ where: { projectId } }),
});

/** Everything that a project can have. */
async function filled(ctx: Ctx) {
  const launch = await createMilestone(
    ctx,
    CreateMilestone.parse({ project_id: WEB, name: 'Launch', due_date: '2031-02-01', audience: 'client' }),
  );
  const text = await createCustomField(
    ctx,
    CreateCustomField.parse({ name: 'Place', kind: 'text', project_ids: [WEB] }),
  );
  const who = await createCustomField(ctx, CreateCustomField.parse({ name: 'Buyer', kind: 'person' }));
  const top = await create(ctx, {
    ...{ title: 'Whole', audience: 'client', milestone_id: launch._id, assignee_ids: [person('user')], status: 3 },
    ...{ start_date: '2031-01-05', due_date: '2031-01-31', estimate_minutes: 90, priority: 'high' },
    custom: { [text._id]: 'Berlin', [who._id]: person('user') },
  });
  await addChecklistItem(ctx, AddChecklistItem.parse({ task_id: top._id, title: 'Ink\nPaper' }));
  const below = await create(ctx, { title: 'Below', parent_id: top._id });
  await addDependency(ctx, DependencyInput.parse({ task_id: below._id, blocks_id: top._id }));
  await edit(ctx, 'WEB-1', { parent_id: below._id });
  await addFile(ctx, await placeFor(ctx, { task_id: top._id }), { name: 'map.pdf', content: bytes() });
  await addFile(ctx, await placeFor(ctx, { project_id: WEB }), { name: 'plan.pdf', content: bytes() });
  const rule = { project_id: WEB, name: 'Tell', trigger: 'created', value: null, filter: `milestone:${launch._id}` };
  await createRule(ctx, CreateRule.parse({ ...rule, actions: [{ do: 'priority', priority: 'low' }] }));
}

describe('a duplicate of a project', () => {
  asAdmin('has all that was asked for, with its dates moved, and begins anew', async (ctx) => {
    await filled(ctx);
    await ctx.db.project.updateMany({ where: { id: WEB }, data: { startDate: new Date('2031-01-01') } });
    const copy = await duplicate(ctx, { take: [...PARTS], start_date: '2031-01-11' });
    expect(copy).toMatchObject({ name: 'Again', start_date: '2031-01-11', job: null, progress: 0 });
    expect(await look(ctx, copy._id, 10)).toEqual(await look(ctx, WEB));
    const [was, is] = [await names(ctx, WEB), await names(ctx, copy._id)];
    const people = [...was.people, ctx.actor.memberId].sort();
    expect(is).toEqual({ ...was, people, rules: [{ ...was.rules[0], filter: is.rules[0]?.filter }] });
    const { id = '' } = (await ctx.db.milestone.findFirst({ where: { projectId: copy._id } })) ?? {};
    expect(is.rules[0]?.filter).toBe(`milestone:${id}`);
    expect(await ctx.db.task.count({ where: { projectId: copy._id, status: { not: 1 } } })).toBe(0);
    const told = (await listProjectActivity(ctx, copy._id, 200)).map(({ says }) => says);
    const { name } = await getProject(ctx, { project_id: WEB });
    expect(told).toContain(`made the project as a duplicate of “${name}”`);
    expect(told.some((line) => /^made [A-Z]+-\d+ as a duplicate of WEB-1$/.test(line))).toBe(true);
  });

  asAdmin(
    'has the workflow of its own, its contacts and the rules that can still be made; rules of all projects stay there',
    async (ctx) => {
      const columns = STANDARD.columns.map((one) => (one.status === 3 ? { ...one, name: 'Review', limit: 4 } : one));
      const moves = { 1: [2], 2: [3], 3: [4], 4: [], 5: [1] };
      await editWorkflow(
        ctx,
        EditWorkflow.parse({ project_id: WEB, version: 0, columns, moves, over_limit: 'refuse' }),
      );
      const rule = (name: string, who: string, more: Input = {}) =>
        createRule(
          ctx,
          CreateRule.parse({
            ...{ name, project_id: WEB, trigger: 'created', value: null, ...more },
            actions: [{ do: 'tell', who: 'person', member_id: person(who) }],
          }),
        );
      await rule('Of all', 'user', { project_id: null });
      await rule('Of nobody', 'user2');
      await rule('Off', 'user', { enabled: false });
      await ctx.db.$executeRaw`update member set deactivated_at = now() where id = ${person('user2')}::uuid`;
      const copy = await duplicate(ctx, { take: ['rules', 'members'] });
      expect(await getWorkflow(ctx, { project_id: copy._id })).toMatchObject({
        ...{ own: true, moves, over_limit: 'refuse' },
        columns: [{}, {}, { name: 'Review', limit: 4 }, {}, {}],
      });
      expect((await names(ctx, copy._id)).rules).toMatchObject([{ name: 'Off', enabled: false }]);
      const contacts = await ctx.db.projectMember.findMany({ where: { projectId: copy._id, isContact: true } });
      expect(contacts.map(({ memberId }) => memberId).sort()).toEqual([person('leader'), person('user')].sort());
      expect(await ctx.db.task.count({ where: { projectId: copy._id } })).toBe(0);
    },
  );

  asLeader('has none of what was left out; who leads it is who makes it', async (ctx, effects) => {
    const copy = await duplicate(ctx, { take: ['tasks'], code: 'NEXT' });
    expect(await names(ctx, copy._id)).toEqual({ people: [ctx.actor.memberId], rules: [], files: [], folders: 0 });
    const rows = await look(ctx, copy._id);
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.filter(({ due, assignees }) => due !== null || (assignees as unknown[]).length)).toEqual([]);
    expect((await getProject(ctx, { project_id: 'NEXT' })).leader?._id).toBe(ctx.actor.memberId);
    expect(effects.events.filter(({ type }) => type === 'task.created')).toEqual([]);
    await ctx.settle();
    const client = await become(ctx, 'acme.client');
    expect(await codeOf(getProject(client, { project_id: copy._id }))).toBe('not_found');
  });

  test('is made by whoever may create projects and sees this one', async () =>
    expect(await outcomes((ctx) => duplicate(ctx))).toEqual({
      ...{ 'acme.admin': 'done', 'acme.subadmin': 'done', 'acme.leader': 'done', 'acme.lead2': 'not_found' },
      ...{ 'acme.user': 'forbidden', 'acme.user2': 'forbidden', 'acme.observer': 'forbidden' },
      ...{ 'acme.client': 'forbidden', 'acme.outsider': 'forbidden', 'globex.admin': 'not_found' },
    }));

  asAdmin('leaves out whoever can no longer be assigned', async (ctx) => {
    await ctx.db.$executeRaw`update member set deactivated_at = now() where id = ${person('user')}::uuid`;
    const copy = await duplicate(ctx, { take: [...PARTS] });
    expect((await look(ctx, copy._id)).flatMap(({ assignees }) => assignees)).not.toContain('user of acme');
  });

  asAdmin('of a large one comes piece by piece, each task after the one that it is below', async (ctx) => {
    const ids = Array.from({ length: 250 }, () => newId());
    await insertTasks(
      ctx,
      WEB,
      ids.map((id, at) => ({
        ...{
          id,
          audience: 'internal',
          title: `Row ${at}`,
          description: '',
          status: 5,
          priority: 'none',
          categoryId: null,
        },
        ...{
          parentId: at % 10 ? (ids[at - 1] ?? null) : null,
          startDate: null,
          dueDate: null,
          estimateMinutes: null,
        },
        ...{ createdById: person('user'), createdAt: null, completedAt: null },
      })),
    );
    // One that is above others, and has a higher number.
    await ctx.db.task.updateMany({ where: { id: ids[9] }, data: { parentId: null } });
    await ctx.db.task.updateMany({ where: { id: ids[0] }, data: { parentId: ids[9] } });
    const { job, ...copy } = await duplicate(ctx);
    expect(job).toMatchObject({ kind: 'project.copy', name: 'Again', progress: { done: 0 } });
    const { mask, days } = { mask: '0a1b2c3d4e5f', days: 0 };
    const payload: CopyJob = { from: WEB, to: copy._id, mask, days, take: ['tasks', 'dates', 'members'] };
    const state = { progress: { done: 0, total: 0 }, cursor: null as unknown };
    const running = (): RunningJob<CopyJob> => ({
      ...{ id: job?._id ?? '', payload, progress: state.progress, cursor: state.cursor },
      door: (work) => work(ctx),
      advance: async (_, progress, cursor) => void Object.assign(state, { progress, cursor: cursor ?? null }),
      write: async () => undefined,
    });
    let pieces = 1;
    while (!(await copyNextPiece(running()))) pieces++;
    expect(pieces).toBeGreaterThan(4);
    const without = (rows: Input[]) => rows.map(({ title, parent, due, waits }) => ({ title, parent, due, waits }));
    expect(without(await look(ctx, copy._id))).toEqual(without(await look(ctx, WEB)));
    expect(state.progress.done).toBe(await ctx.db.task.count({ where: { projectId: copy._id } }));
  });
});
