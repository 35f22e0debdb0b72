import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { addTaskAttachment } from '@/lib/attachment/commands';
import { addChecklistItem } from '@/lib/checklist/commands';
import { AddChecklistItem } from '@/lib/checklist/schema';
import { addComment } from '@/lib/comment/commands';
import { AddComment } from '@/lib/comment/schema';
import { createCustomField, deleteCustomField, editCustomField } from '@/lib/custom-field/commands';
import { CreateCustomField, type EditCustomField } from '@/lib/custom-field/schema';
import { editFile } from '@/lib/file/commands';
import { deleteFile, restoreFile } from '@/lib/file/commands.bin';
import { formatsFor } from '@/lib/formats';
import { createMilestone, deleteMilestone, editMilestone, restoreMilestone } from '@/lib/milestone/commands';
import { CreateMilestone, EditMilestone } from '@/lib/milestone/schema';
import { listNotifications } from '@/lib/notification/queries';
import { ListNotifications } from '@/lib/notification/schema';
import type { Ctx } from '@/lib/org';
import { askSignOff, decideSignOff, withdrawSignOff } from '@/lib/sign-off/commands';
import { getSignOff, listSigners, listSignOffs } from '@/lib/sign-off/queries';
import { recordHtml } from '@/lib/sign-off/record';
import { AskSignOff, DecideSignOff, ListSignOffs, type SignOffDetail } from '@/lib/sign-off/schema';
import { deleteTask, restoreTask } from '@/lib/task/commands.bin';
import { getTask } from '@/lib/task/queries';
import { changeTasks } from '@/lib/task-array/commands';
import { ChangeTasks } from '@/lib/task-array/schema';
import { duplicateTask } from '@/lib/task-origin/commands';
import { transferTask } from '@/lib/task-transfer/commands';
import { undoActivity } from '@/lib/task-undo/commands';
import { asMember, asMemberCommitted, become } from '@/lib/test/as-member';
import { codeOf, failureOf } from '@/lib/test/attempt';
import { add, bytes, withoutFiles } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';
import { somebodyWaits } from '@/lib/test/owner';
import { create, edit, move, person, task, WEB } from '@/lib/test/task-calls';
import { asLeader } from '@/lib/test/test-as';
import { listWaiting } from '@/lib/waiting/queries';
import { ListWaiting } from '@/lib/waiting/schema';

/** Approval of what is shown: permissions, row 31. */

const owner = withoutFiles();
const [WEB1, WEB2, APP] = [task('WEB-1'), task('WEB-2'), fixtureId('acme.APP')];
beforeEach(() => owner.query('delete from sign_off_person; delete from sign_off'));

type Subject = { task_id?: string; file_id?: string; milestone_id?: string };
const ask = (ctx: Ctx, subject: Subject, to: string[] = ['client'], note = '') =>
  askSignOff(ctx, AskSignOff.parse({ ...subject, to: to.map(person), note }));
const decide = (ctx: Ctx, id: string, input: Record<string, unknown> = { decision: 'approve' }) =>
  decideSignOff(ctx, DecideSignOff.parse({ id, ...input }));
const as = async <T>(ctx: Ctx, who: string, work: (ctx: Ctx) => Promise<T>): Promise<T> => {
  try {
    return await work(await become(ctx, `acme.${who}`));
  } finally {
    await become(ctx, 'acme.leader');
  }
};
const define = <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>) => as(ctx, 'admin', work);
const standingOf = async (ctx: Ctx, id: string) => (await getSignOff(ctx, { id })).state;
const version = async (ctx: Ctx, id: string) => (await getTask(ctx, { id })).version;
const describeIt = async (ctx: Ctx, id: string, description: string) =>
  edit(ctx, id, { version: await version(ctx, id), description });
const newest = async (ctx: Ctx, id: string) =>
  (await getTask(ctx, { id })).activity.find(({ kind }) => kind === 'task.edited')?._id ?? '';
const sha256 = (text: string | null) =>
  createHash('sha256')
    .update(text ?? '')
    .digest('hex');

/** A task with a description and an attachment, and a file, both approved by the client. */
async function approved(ctx: Ctx) {
  const made = await create(ctx, { audience: 'client', description: 'One\n\nTwo' });
  await ctx.settle();
  const hung = await add(ctx, { task_id: made._id }, 'plan.pdf');
  const file = await add(ctx, { project_id: WEB, audience: 'client' }, 'poster.png', bytes({ type: 'image/png' }));
  const ofTask = (await ask(ctx, { task_id: made._id }))._id;
  const ofFile = (await ask(ctx, { file_id: file }))._id;
  await as(ctx, 'client', async (client) => [await decide(client, ofTask), await decide(client, ofFile)]);
  await ctx.settle();
  return { id: made._id, hung, file, ofTask, ofFile };
}
type Approved = Awaited<ReturnType<typeof approved>>;

const another = (ctx: Ctx, file_id: string, content = bytes()) => add(ctx, { file_id }, 'x', content);

type Way<It> = (ctx: Ctx, it: It) => Promise<unknown>;
/** One row for each way, with what stands after it. */
const rowsOf = <It>(ways: Record<string, Record<string, Way<It>>>) =>
  Object.entries(ways).flatMap(([after, some]) =>
    Object.entries(some).map(([what, way]) => [what, after, way] as const),
  );

/** By how the approval of the task and of the file stand afterwards: what is done to them. */
const WAYS: Record<string, Record<string, Way<Approved>>> = {
  'approved, approved': {
    nothing: async () => undefined,
    'another name': async (ctx, { id, file, hung }) => {
      await edit(ctx, id, { version: await version(ctx, id), title: 'Called otherwise' });
      await editFile(ctx, { id: file, version: 1, name: 'otherwise.png' });
      await editFile(ctx, { id: hung, version: 1, name: 'otherwise.pdf' });
    },
    'the very bytes again': async (ctx, { file }) => {
      const [{ storageKey, sha256 } = { storageKey: '', sha256: '' }] = await ctx.db.$queryRaw<
        { storageKey: string; sha256: string }[]
      >`
      select c.storage_key as "storageKey", c.sha256 from file f join file_content c on c.id = f.content_id where f.id = ${file}::uuid`;
      await another(ctx, file, bytes({ storageKey, sha256, type: 'image/png' }));
    },
    'another status, people, dates and labels': async (ctx, { id }) => {
      await move(ctx, id, 3);
      const set = { priority: 'high', due_date: '2030-01-01', add_assignee_ids: [person('user')] };
      await changeTasks(ctx, ChangeTasks.parse({ task_ids: [id], set }));
    },
    'a checklist, a subtask and comments': async (ctx, { id }) => {
      await addChecklistItem(ctx, AddChecklistItem.parse({ task_id: id, title: 'Line' }));
      await create(ctx, { parent_id: id, title: 'Below' });
      const comment = await addComment(ctx, AddComment.parse({ task_id: id, body: 'Look', internal: false }));
      await add(ctx, { task_id: id, comment_id: comment._id }, 'said.pdf');
    },
    'hidden and shared again': async (ctx, { id, file }) => {
      for (const audience of ['internal', 'client'] as const) {
        await edit(ctx, id, { version: await version(ctx, id), audience });
        await editFile(ctx, { id: file, version: audience === 'internal' ? 1 : 2, audience });
      }
    },
    'the bin and back': async (ctx, { id, file }) => {
      await deleteTask(ctx, { id });
      await restoreTask(ctx, { id });
      await deleteFile(ctx, { id: file });
      await restoreFile(ctx, { id: file });
    },
    'a duplicate, which has no approval': async (ctx, { id }) => {
      const copy = await duplicateTask(ctx, { id, title: 'Copy', take: ['attachments'] });
      expect((await listSignOffs(ctx, ListSignOffs.parse({ task_id: copy._id }))).docs).toEqual([]);
    },
  },
  'fallen, approved': {
    'another description': (ctx, { id }) => describeIt(ctx, id, 'Other'),
    'an edit that is undone': async (ctx, { id }) => {
      await describeIt(ctx, id, 'Other');
      await undoActivity(ctx, { id: await newest(ctx, id) });
      expect((await getTask(ctx, { id })).description).toBe('One\n\nTwo');
    },
    'a further attachment': (ctx, { id }) => add(ctx, { task_id: id }, 'more.pdf'),
    'a file of the project attached': (ctx, { id, file }) => addTaskAttachment(ctx, { id, file_id: file }),
    'an attachment deleted and restored': async (ctx, { hung }) => {
      await deleteFile(ctx, { id: hung });
      await restoreFile(ctx, { id: hung });
    },
    'a new version of an attachment': (ctx, { hung }) => another(ctx, hung),
    'another project': (ctx, { id }) =>
      as(ctx, 'admin', (admin) => transferTask(admin, { id, project_id: APP, dry_run: false })),
  },
  'approved, fallen': { 'a new version of the file': (ctx, { file }) => another(ctx, file) },
  'fallen, fallen': {
    'SQL by the owner': (ctx, it) => raw(ctx, otherContent(it)),
    'SQL without triggers': (ctx, it) =>
      raw(
        ctx,
        `set constraints all immediate; alter table task disable trigger fall_with_task; alter table file disable trigger fall_with_file;
         ${otherContent(it)}`,
      ),
    'rows of an archive that is put back': (ctx, it) => raw(ctx, `set local app.restoring = 'on'; ${otherContent(it)}`),
  },
};

const otherContent = ({ id, file }: Approved) =>
  `update task set description = 'x' where id = '${id}'; update file set sha256 = repeat('0', 64) where id = '${file}'`;

async function raw(ctx: Ctx, sql: string) {
  await ctx.settle();
  await ctx.db.$executeRawUnsafe('reset role');
  for (const statement of sql.split(';')) await ctx.db.$executeRawUnsafe(statement);
  await become(ctx, 'acme.leader');
}

describe('an approval never outlives its content', () => {
  asLeader.each(rowsOf(WAYS))('%s: of the task and of the file %s', async (ctx, _, after, way) => {
    const it = await approved(ctx);
    await way(ctx, it);
    await as(ctx, 'admin', async (admin) =>
      expect(`${await standingOf(admin, it.ofTask)}, ${await standingOf(admin, it.ofFile)}`).toBe(after),
    );
  });
});

/** A milestone with a task that clients see and one that they do not, approved by the client and by an admin. */
async function approvedGoal(ctx: Ctx) {
  const shared = (await create(ctx, { audience: 'client', description: 'One' }))._id;
  const hidden = (await create(ctx, { audience: 'internal', description: 'Two' }))._id;
  const { _id: goal } = await createMilestone(
    ctx,
    CreateMilestone.parse({
      ...{ project_id: WEB, name: 'Launch', due_date: '2031-03-01', audience: 'client' },
      task_ids: [shared, hidden],
    }),
  );
  await ctx.settle();
  const by = async (who: string) => {
    const { _id } = await ask(ctx, { milestone_id: goal }, [who]);
    await as(ctx, who, (one) => decide(one, _id));
    return _id;
  };
  const of = { goal, shared, hidden, ofClients: await by('client'), ofTeam: await by('admin') };
  await ctx.settle();
  return of;
}
type Goal = Awaited<ReturnType<typeof approvedGoal>>;
const change = (ctx: Ctx, { goal: id }: Goal, input: Record<string, unknown>) =>
  editMilestone(ctx, EditMilestone.parse({ id, ...input }));
const put = async (ctx: Ctx, id: string, fields: Record<string, unknown>) =>
  edit(ctx, id, { version: await version(ctx, id), ...fields });

/** By how the approval of clients and that of the team stand afterwards. */
const WAYS_OF_MILESTONES: Record<string, Record<string, Way<Goal>>> = {
  'approved, approved': {
    'another name': (ctx, it) => change(ctx, it, { name: 'Start' }),
    'being reached': (ctx, it) => change(ctx, it, { reached: true }),
    'hidden and shared again': async (ctx, it) => {
      await change(ctx, it, { audience: 'internal' });
      await change(ctx, it, { audience: 'client' });
    },
    'deleted and restored': async (ctx, { goal: id }) => {
      await deleteMilestone(ctx, { id, version: undefined });
      await restoreMilestone(ctx, { id });
    },
    'other names, states and dates of its tasks': async (ctx, { shared }) => {
      await put(ctx, shared, { title: 'Called otherwise', due_date: '2030-01-01' });
      await move(ctx, shared, 4);
    },
  },
  'approved, fallen': {
    'another description of an internal task': (ctx, it) => describeIt(ctx, it.hidden, 'Other'),
    'an internal task that leaves': (ctx, { hidden }) => put(ctx, hidden, { milestone_id: null }),
    'an internal task that comes': (ctx, { goal }) => put(ctx, WEB2, { milestone_id: goal }),
  },
  'fallen, approved': {
    'a task that is hidden from clients': (ctx, it) => put(ctx, it.shared, { audience: 'internal' }),
    'a task that is shown to clients': (ctx, it) => put(ctx, it.hidden, { audience: 'client' }),
  },
  'fallen, fallen': {
    'another due date': (ctx, it) => change(ctx, it, { due_date: '2031-04-01' }),
    'another description of a task': (ctx, { shared }) => describeIt(ctx, shared, 'Other'),
    'another attachment of a task': (ctx, { shared }) => add(ctx, { task_id: shared }, 'more.pdf'),
    'a task that leaves': (ctx, { shared }) => put(ctx, shared, { milestone_id: null }),
    'a task that comes': (ctx, { goal }) => put(ctx, WEB1, { milestone_id: goal }),
    'a task in the bin and back': async (ctx, { shared }) => {
      await deleteTask(ctx, { id: shared });
      await restoreTask(ctx, { id: shared });
    },
    'a task that goes to another project': (ctx, { shared }) =>
      as(ctx, 'admin', (admin) => transferTask(admin, { id: shared, project_id: APP, dry_run: false })),
    'SQL without triggers': (ctx, { goal }) =>
      raw(
        ctx,
        `set constraints all immediate; alter table milestone disable trigger fall_with_milestone;
         update milestone set due_date = null where id = '${goal}'`,
      ),
  },
};

describe('an approval of a milestone stays with its name and progress, and falls with what it is about', () => {
  asLeader.each(rowsOf(WAYS_OF_MILESTONES))('%s: of clients and of the team %s', async (ctx, _, after, way) => {
    const it = await approvedGoal(ctx);
    await way(ctx, it);
    await as(ctx, 'admin', async (admin) =>
      expect(`${await standingOf(admin, it.ofClients)}, ${await standingOf(admin, it.ofTeam)}`).toBe(after),
    );
  });

  test('a client is shown nothing internal of it, also of what was hidden since; both records have the text of their hash', () =>
    asMember('acme.leader', async (ctx) => {
      const it = await approvedGoal(ctx);
      const read = (who: string, id = it.ofClients) => as(ctx, who, (one) => getSignOff(one, { id }));
      const seen = await read('client');
      expect(seen).toMatchObject({
        state: 'approved',
        subject: { kind: 'milestone', title: 'Launch', url: '/acme/projectdetails?project=WEB' },
        content: { due_date: '2031-03-01', tasks: [{ _id: it.shared, description: 'One' }] },
      });
      expect(JSON.stringify(seen)).not.toContain('Two');
      expect(await as(ctx, 'client', (one) => codeOf(getSignOff(one, { id: it.ofTeam })))).toBe('not_found');
      const team = await read('leader', it.ofTeam);
      for (const one of [seen, team]) expect(sha256(one.content.hashed)).toBe(one.hash);
      const where = {
        ...{ organisation: 'Acme', project: 'Website', now: 0 },
        formats: formatsFor({ locale: 'en-GB', timeZone: 'UTC' }),
      };
      expect(recordHtml(team, where)).toMatch(/Due .*2031[\s\S]*One[\s\S]*Two[\s\S]*its number, its description/);
      await put(ctx, it.shared, { audience: 'internal' });
      expect(await read('client')).toMatchObject({
        ...{ state: 'fallen', fallen: { because: 'tasks', was: 'approved' } },
        content: { tasks: [], files: [], hashed: null },
      });
      expect((await read('leader')).content.tasks).toHaveLength(1);
    }));

  asLeader('is asked by who may change it', async (ctx) => {
    const { goal } = await approvedGoal(ctx);
    for (const [who, outcome] of [
      ['user', 'forbidden'],
      ['client', 'forbidden'],
      ['lead2', 'not_found'],
    ] as const)
      expect(await as(ctx, who, (one) => codeOf(ask(one, { milestone_id: goal }, ['client'])))).toBe(outcome);
  });
});

describe('fields that clients see are part of what a task shows', () => {
  test.each<
    [
      string,
      string,
      (ctx: Ctx, it: { id: string; field: string; internal: string; person: string }) => Promise<unknown>,
    ]
  >([
    ['another value', 'fallen', (ctx, { id, field }) => put(ctx, id, { custom: { [field]: 'Green' } })],
    ['no value', 'fallen', (ctx, { id, field }) => put(ctx, id, { custom: { [field]: null } })],
    ['another value of an internal one', 'approved', (ctx, it) => put(ctx, it.id, { custom: { [it.internal]: 9 } })],
    ['somebody else in one', 'approved', (ctx, it) => put(ctx, it.id, { custom: { [it.person]: person('user') } })],
    [
      'another name',
      'fallen',
      (ctx, { field: id }) => define(ctx, (admin) => editCustomField(admin, { id, name: 'Paint' } as EditCustomField)),
    ],
    [
      'hidden from clients',
      'fallen',
      (ctx, { field: id }) =>
        define(ctx, (admin) => editCustomField(admin, { id, audience: 'internal' } as EditCustomField)),
    ],
    [
      'shown to clients',
      'fallen',
      (ctx, { internal: id }) =>
        define(ctx, (admin) => editCustomField(admin, { id, audience: 'client' } as EditCustomField)),
    ],
    ['deleted', 'fallen', (ctx, { field: id }) => define(ctx, (admin) => deleteCustomField(admin, { id }))],
  ])('%s: %s', (_, standing, way) =>
    asMember('acme.leader', async (ctx) => {
      const make = (name: string, kind: string, audience: string) =>
        define(
          ctx,
          async (admin) => (await createCustomField(admin, CreateCustomField.parse({ name, kind, audience })))._id,
        );
      const field = await make('Colour of it', 'text', 'client');
      const internal = await make('Price of it', 'number', 'internal');
      const whose = await make('Whose it is', 'person', 'client');
      const { _id: id } = await create(ctx, { audience: 'client', custom: { [field]: 'Red', [internal]: 7 } });
      await ctx.settle();
      const { _id } = await ask(ctx, { task_id: id });
      const seen = await as(ctx, 'client', (one) => decide(one, _id));
      expect(seen.content).toMatchObject({ fields: [{ name: 'Colour of it', kind: 'text', value: 'Red' }] });
      expect(seen.content.hashed).toBe('{"fields": {"Colour of it": "Red"}, "attachments": [], "description": ""}');
      await ctx.settle();
      await way(ctx, { id, field, internal, person: whose });
      await ctx.settle();
      expect(await standingOf(ctx, _id)).toBe(standing);
      const [row] = await ctx.db.$queryRaw<
        { fell: string | null }[]
      >`select fell_because as fell from sign_off where id = ${_id}::uuid`;
      expect(row?.fell).toBe(standing === 'fallen' ? 'fields' : null);
    }),
  );
});

describe('what waits for somebody who is gone goes back to who asked', () => {
  asLeader.each([
    [
      'taken out of the project',
      `delete from project_member where member_id = '${person('client')}' and project_id = '${WEB}'`,
      'fallen',
    ],
    ['deactivated', `update member set deactivated_at = now() where id = '${person('client')}'`, 'fallen'],
    ['in another role', `update member set role = 'observer' where id = '${person('client')}'`, 'fallen'],
    ['leading by now', `update member set role = 'team_leader' where id = '${person('client')}'`, 'waiting'],
    [
      'elsewhere',
      `delete from project_member where member_id = '${person('client')}' and project_id = '${APP}'`,
      'waiting',
    ],
  ])('%s', async (ctx, _, statement, standing) => {
    const { _id: id } = await ask(ctx, { task_id: WEB1 }, ['client', 'admin']);
    const { _id: returned } = await ask(ctx, { file_id: await add(ctx, { project_id: WEB, audience: 'client' }) });
    await as(ctx, 'client', (one) => decide(one, returned, { decision: 'return', reason: 'No' }));
    await ctx.settle();
    await as(ctx, 'subadmin', (one) => raw(one, statement));
    expect([await standingOf(ctx, id), await standingOf(ctx, returned)]).toEqual([standing, 'returned']);
    const told = (await listNotifications(ctx, ListNotifications.parse({}))).docs.map(({ says }) => says);
    const words =
      'ended the request for the approval of this task: it has to be asked anew, because somebody who was asked can no longer decide it';
    expect(told.includes(words)).toBe(standing === 'fallen');
    if (standing === 'fallen') expect(await ask(ctx, { task_id: WEB1 }, ['admin'])).toMatchObject({ state: 'waiting' });
  });
});

describe('asking', () => {
  asLeader('is for who may change it, of people who approve and see it, and refused in words', async (ctx) => {
    const file = await add(ctx, { project_id: WEB, audience: 'client' });
    const said = async (subject: Subject, to: string[]) => (await failureOf(ask(ctx, subject, to))).message;
    expect(await said({ task_id: WEB2 }, ['client'])).toMatch(/does not see this yet. Make it visible/);
    expect(await said({ task_id: WEB1 }, ['user'])).toMatch(/cannot approve: clients, team leaders and admins do/);
    expect(await said({ task_id: WEB1 }, ['client2'])).toMatch(/is not in this project/);
    expect(await said({ task_id: WEB1 }, ['leader'])).toMatch(/Nobody approves what they ask for themselves/);
    expect(await listSigners(ctx, { task_id: WEB2 })).toMatchObject({
      visible_to_clients: false,
      may_share: true,
      people: [{ _id: person('client'), client: true }, { _id: person('admin') }, { _id: person('subadmin') }],
    });
    const asked = await ask(ctx, { task_id: 'WEB-1' }, ['client', 'admin'], 'Is it right?');
    expect(asked).toMatchObject({
      state: 'waiting',
      internal: false,
      subject: { key: 'WEB-1' },
      rights: { decide: false, withdraw: true },
    });
    expect(await said({ task_id: WEB1 }, ['client'])).toMatch(/waits for approval already/);
    for (const [who, subject, outcome] of [
      ['user', { task_id: WEB1 }, 'conflict'],
      ['user2', { task_id: WEB1 }, 'forbidden'],
      ['user2', { file_id: file }, 'forbidden'],
      ['client', { file_id: file }, 'forbidden'],
      ['observer', { file_id: file }, 'forbidden'],
      ['client', { task_id: WEB2 }, 'not_found'],
      ['outsider', { task_id: WEB1 }, 'not_found'],
    ] as const)
      expect(await as(ctx, who, (one) => codeOf(ask(one, subject, ['admin']))), who).toBe(outcome);
    expect(await said({ file_id: file }, ['nobody'])).toBe('There is no such person.');
    await ctx.db.$executeRaw`reset role`;
    await ctx.db.$executeRaw`update member set deactivated_at = now() where id = ${person('client')}::uuid`;
    await ctx.db.$executeRaw`set local role tenant`;
    expect(await said({ file_id: file }, ['client'])).toMatch(/is not active here/);
  });

  asLeader('is not about a file in the bin, or one that hangs on a comment', async (ctx) => {
    const file = await add(ctx, { project_id: WEB, audience: 'client' });
    const hung = await add(ctx, { project_id: WEB, audience: 'client' });
    await ctx.db.file.updateMany({ where: { id: file }, data: { deletedAt: new Date() } });
    expect(await codeOf(ask(ctx, { file_id: file }, ['admin']))).toBe('not_found');
    const comment = await ctx.db.comment.findFirst({ where: { taskId: WEB1, audience: 'client' } });
    await ctx.db.file.updateMany({ where: { id: hung }, data: { taskId: WEB1, commentId: comment?.id ?? null } });
    expect((await failureOf(ask(ctx, { file_id: hung }, ['admin']))).details.errors).toHaveProperty('file_id');
  });

  asLeader('is listed by what it is about and by how it stands', async (ctx) => {
    const file = await add(ctx, { project_id: WEB, audience: 'client' });
    const goal = await createMilestone(
      ctx,
      CreateMilestone.parse({ project_id: WEB, name: 'Launch', audience: 'client' }),
    );
    const ids = [
      (await ask(ctx, { task_id: WEB1 }))._id,
      (await ask(ctx, { file_id: file }))._id,
      (await ask(ctx, { milestone_id: goal._id }))._id,
    ];
    await withdrawSignOff(ctx, { id: ids[1] as string });
    await ctx.settle();
    const found = async (input: Record<string, unknown>) =>
      (await listSignOffs(ctx, ListSignOffs.parse(input))).docs.map(({ _id }) => ids.indexOf(_id)).sort();
    expect([
      await found({ task_id: WEB1 }),
      await found({ file_id: file }),
      await found({ milestone_id: goal._id }),
      await found({ project_id: WEB, state: 'waiting' }),
      await found({ project_id: WEB, state: 'withdrawn' }),
    ]).toEqual([[0], [1], [2], [0, 2], [1]]);
  });

  asLeader('twice, as deciding and withdrawing twice, tells it once', async (ctx) => {
    const { _id: id } = await ask(ctx, { task_id: WEB1 }, ['client', 'admin']);
    await ctx.settle();
    const by = (who: string, input?: Record<string, unknown>) =>
      as(ctx, who, async (one) => {
        const decided = await decide(one, id, input);
        await one.settle();
        return decided;
      });
    const told = async (kind: string) =>
      (await getTask(ctx, { id: WEB1 })).activity.filter((line) => line.kind === `sign_off.${kind}`).length;
    await by('client');
    const { people } = await by('client');
    expect(people.filter(({ decision }) => decision === 'approve')).toHaveLength(1);
    const marks = [{ line: 1, body: 'Say which', file_id: person('no file') }];
    const elsewhere = await failureOf(by('admin', { decision: 'return', marks }));
    expect(elsewhere.details.errors).toHaveProperty('marks');
    for (let time = 0; time < 2; time++)
      expect(await withdrawSignOff(ctx, { id })).toMatchObject({ state: 'withdrawn' });
    await ctx.settle();
    expect([await told('approved'), await told('withdrawn')]).toEqual([1, 1]);
    expect(await codeOf(by('admin'))).toBe('conflict');
  });
});

describe('deciding', () => {
  test('is for whoever was asked; all approve, one returns it with a reason and remarks; an approval can be taken back', () =>
    asMember('acme.leader', async (ctx, effects) => {
      const { _id: id, hash } = await ask(ctx, { task_id: WEB1 }, ['client', 'admin']);
      const by = (who: string, input?: Record<string, unknown>) => as(ctx, who, (one) => decide(one, id, input));
      expect(await codeOf(decide(ctx, id))).toBe('forbidden');
      expect(await as(ctx, 'subadmin', (one) => codeOf(decide(one, id)))).toBe('forbidden');
      expect(DecideSignOff.safeParse({ id, decision: 'return' }).success).toBe(false);
      expect(await by('client', { decision: 'approve', hash })).toMatchObject({
        state: 'waiting',
        rights: { take_back: true },
      });
      expect(await by('admin')).toMatchObject({ state: 'approved', closed_at: expect.any(String) });
      expect(await as(ctx, 'client', (one) => codeOf(withdrawSignOff(one, { id })))).toBe('conflict');
      const marks = [{ line: 1, body: 'Say which' }];
      const returned = await by('client', { decision: 'return', reason: 'Too early', marks });
      expect(returned).toMatchObject({ state: 'returned', rights: { decide: false, take_back: false, ask: false } });
      expect(returned.people.find(({ _id }) => _id === person('client'))).toMatchObject({ reason: 'Too early', marks });
      expect(await as(ctx, 'admin', (one) => codeOf(decide(one, id, { decision: 'return', reason: 'x' })))).toBe(
        'conflict',
      );
      expect(effects.notifications.map(({ kind }) => kind)).toEqual(['sign_off.asked', 'sign_off.asked']);
      // What was returned does not fall, and is asked anew.
      await describeIt(ctx, WEB1, 'Better');
      expect(await standingOf(ctx, id)).toBe('returned');
      expect(await ask(ctx, { task_id: WEB1 })).toMatchObject({ state: 'waiting' });
    }));

  asLeader('by remarks alone tells the first of them as the reason', async (ctx) => {
    const { _id: id } = await ask(ctx, { task_id: WEB1 });
    const marks = [
      { line: 1, body: 'Say which' },
      { line: 1, body: 'And when' },
    ];
    await as(ctx, 'client', async (one) => {
      await decide(one, id, { decision: 'return', marks });
      await one.settle();
    });
    const { activity } = await getTask(ctx, { id: WEB1 });
    const line = activity.find(({ kind }) => kind === 'sign_off.returned');
    expect(line?.says).toMatch(/^returned this task.*Say which/);
    expect(line?.says).not.toContain('And when');
    // Who asked is told so.
    const [told] = (await listNotifications(ctx, ListNotifications.parse({}))).docs;
    expect(told?.says).toMatch(/^returned this task.*Say which/);
  });

  test('is refused where the content has changed since it was shown, and the answer says how it stands', () =>
    asMember('acme.leader', async (ctx) => {
      const { _id: id, hash } = await ask(ctx, { task_id: WEB1 });
      const wrong = await as(ctx, 'client', (one) =>
        failureOf(decide(one, id, { decision: 'approve', hash: '0'.repeat(64) })),
      );
      expect(wrong.code).toBe('conflict');
      await describeIt(ctx, WEB1, 'Changed meanwhile');
      const late = await as(ctx, 'client', (one) => failureOf(decide(one, id, { decision: 'approve', hash })));
      expect([late.code, (late.details.current as SignOffDetail).fallen]).toMatchObject([
        'conflict',
        { because: 'description', was: 'waiting', by: { _id: person('leader') } },
      ]);
    }));

  test('a change that is under way is waited for, by whoever asks and by whoever decides', async () => {
    const asked = await asMemberCommitted('acme.leader', (ctx) => ask(ctx, { task_id: WEB1 }));
    await owner.query('begin');
    await owner.query(`update task set description = 'Under way' where id = $1`, [WEB1]);
    const late = asMemberCommitted('acme.client', (ctx) => decide(ctx, asked._id)).then(
      () => 'done',
      (error) => error.code,
    );
    await somebodyWaits(owner);
    await owner.query('commit');
    expect(await late).toBe('conflict');

    await owner.query('begin');
    await owner.query(`update task set description = 'Under way again' where id = $1`, [WEB1]);
    const next = asMemberCommitted('acme.leader', (ctx) => ask(ctx, { task_id: WEB1 }));
    await somebodyWaits(owner);
    await owner.query('commit');
    const { _id } = await next;
    await asMember('acme.client', async (ctx) =>
      expect(await getSignOff(ctx, { id: _id })).toMatchObject({
        state: 'waiting',
        content: { description: 'Under way again' },
      }),
    );
    await owner.query(`update task set description = '' where id = $1; `, [WEB1]);
  });
});

describe('what follows', () => {
  asLeader('a fall is a line of history, told to who asked and who was asked, and leaves the queue', async (ctx) => {
    const { _id: id } = await ask(ctx, { task_id: WEB1 }, ['client'], 'Is it right?');
    await ctx.settle();
    const waiting = async (who: string) =>
      (await as(ctx, who, (one) => listWaiting(one, ListWaiting.parse({ kind: 'sign_off' })))).docs;
    const told = async (who: string) =>
      (await as(ctx, who, (one) => listNotifications(one, ListNotifications.parse({})))).docs.map(({ says }) => says);
    expect(await waiting('client')).toMatchObject([
      {
        _id: id,
        task_key: 'WEB-1',
        says: 'asks for your approval: “Is it right?”',
        url: `/acme/notifications?state=waiting&sign_off=${id}`,
      },
    ]);
    expect(await waiting('admin')).toEqual([]);
    expect(await told('client')).toEqual(['asks for your approval of this task']);
    await as(ctx, 'user', (one) => describeIt(one, WEB1, 'Changed by the user'));
    expect(await waiting('client')).toEqual([]);
    const words =
      'changed this task while it waited for approval: it has to be asked anew, because the description changed';
    expect([await told('client'), (await told('leader'))[0]]).toEqual([[words], words]);
    expect((await as(ctx, 'client', (one) => getTask(one, { id: WEB1 }))).activity.map(({ says }) => says)).toContain(
      words,
    );
  });

  test('the record is dated, holds the hash and the very text that it is of, and nothing that people write is markup', () =>
    asMember('acme.leader', async (ctx) => {
      await edit(ctx, WEB1, { description: '<script>alert(1)</script>', title: 'A & B' });
      const { _id: id } = await ask(ctx, { task_id: WEB1 }, ['client'], '<b>note</b>');
      await as(ctx, 'client', (one) =>
        decide(one, id, { decision: 'return', reason: '<img>', marks: [{ x: 0.25, y: 0.5, body: 'Here' }] }),
      );
      const detail = await getSignOff(ctx, { id });
      expect(sha256(detail.content.hashed)).toBe(detail.hash);
      const formats = formatsFor({ locale: 'en-GB', timeZone: 'UTC' });
      const where = { organisation: 'Acme', project: 'Website', now: 0, formats };
      const html = recordHtml(detail, where);
      for (const [was, words] of [
        ['approved', 'approved'],
        ['waiting', 'waiting for approval'],
      ] as const) {
        const fallen = { because: 'description', was, at: null, by: null } as const;
        expect(recordHtml({ ...detail, fallen }, where)).toContain(`Until then it was ${words}.`);
      }
      for (const part of [
        detail.hash,
        'A &amp; B',
        '&lt;script&gt;',
        '&lt;b&gt;note',
        '&lt;img&gt;',
        '25 % from the left, 50 % from the top: Here',
        'UTC)',
      ])
        expect(html).toContain(part);
      expect(html).not.toMatch(/<script|<img|<b>/);
    }));
});
