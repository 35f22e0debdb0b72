import { describe, expect, test } from 'vitest';
import {
  addProjectAttachment,
  addTaskAttachment,
  deleteProjectAttachment,
  deleteTaskAttachment,
} from '@/lib/attachment/commands';
import { addComment, deleteComment } from '@/lib/comment/commands';
import { listComments } from '@/lib/comment/queries';
import { AddComment, ListComments } from '@/lib/comment/schema';
import { restoreFile } from '@/lib/file/commands.bin';
import { contentOf } from '@/lib/file/queries.content';
import type { PlaceWanted } from '@/lib/file/queries.place';
import { getFile } from '@/lib/file/queries.record';
import type { Ctx } from '@/lib/org';
import { getProject } from '@/lib/project/queries';
import { getTask } from '@/lib/task/queries';
import { asMember, asMemberCommitted, become } from '@/lib/test/as-member';
import { attempt, codeOf, failureOf } from '@/lib/test/attempt';
import { add, committed, makeFolder, withoutFiles } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';
import { task } from '@/lib/test/task-calls';

const acme = (name: string) => fixtureId(`acme.${name}`);
const [WEB, APP] = [acme('WEB'), acme('APP')];
/** WEB-1 is seen by clients, WEB-2 is the team's. */
const [OPEN, CLOSED] = [task('WEB-1'), task('WEB-2')];
const owner = withoutFiles();

const put = (ctx: Ctx, wanted: PlaceWanted, name = 'plan.pdf') => add(ctx, wanted, name);
const draftOf = (ctx: Ctx, name?: string) => put(ctx, { project_id: WEB, draft: true }, name);
const attach = (ctx: Ctx, id: string, file_id: string) => addTaskAttachment(ctx, { id, file_id });
const comment = (ctx: Ctx, input: Record<string, unknown>) =>
  addComment(ctx, AddComment.parse({ task_id: OPEN, body: 'Look', ...input }));
const names = (files: readonly { name: string }[]) => files.map(({ name }) => name);
const commentsOf = async (ctx: Ctx) => (await listComments(ctx, ListComments.parse({ task_id: OPEN }))).docs;

describe('an attachment of a task', () => {
  test('is with the task, a line of its history and a live message', () =>
    asMember('acme.user', async (ctx, effects) => {
      const draft = await draftOf(ctx);
      expect(effects.activities).toEqual([]);
      const file = await attach(ctx, 'WEB-1', draft);
      expect(file).toMatchObject({ _id: draft, task_id: OPEN, comment_id: null, audience: 'client' });
      const found = await getTask(ctx, { id: OPEN });
      expect(found.attachments).toEqual([file]);
      expect(found.activity[0]?.says).toContain('added the file “plan.pdf” to this task');
      expect(effects.events).toMatchObject([{ type: 'file.changed', taskId: OPEN, projectId: WEB, client: true }]);
    }));

  test('made of a file is a file of its own with the same content', () =>
    asMember('acme.leader', async (ctx) => {
      const source = await put(ctx, { project_id: WEB });
      const [one, two] = [await attach(ctx, OPEN, source), await attach(ctx, OPEN, source)];
      expect(new Set([source, one._id, two._id]).size).toBe(3);
      expect([one.name, two.name]).toEqual(['plan.pdf', 'plan (2).pdf']);
      const { storageKey } = await contentOf(ctx, source);
      expect(await contentOf(ctx, one._id)).toMatchObject({ storageKey });
      expect(await getFile(ctx, { id: source })).toMatchObject({ task_id: null, audience: 'internal' });
    }));

  test('F11 a file of another project, of another organisation or of somebody else’s draft is not found', async () => {
    const [app, draft, hidden] = await asMemberCommitted('acme.admin', async (ctx) => [
      await put(ctx, { project_id: APP }),
      await draftOf(ctx, 'draft'),
      await put(ctx, { task_id: CLOSED }, 'hidden'),
    ]);
    const foreign = await asMemberCommitted('globex.admin', (ctx) => put(ctx, { project_id: fixtureId('globex.WEB') }));
    const toProject = (ctx: Ctx) => addProjectAttachment(ctx, { id: WEB, file_id: app });
    expect(await attempt('acme.user2', toProject)).toBe('not_found');
    for (const [seat, file] of [
      ['admin', app],
      ['admin', foreign],
      ['user', draft],
      ['client', hidden],
    ] as const)
      expect(await attempt(`acme.${seat}`, (ctx) => attach(ctx, OPEN, file)), seat).toBe('not_found');
    for (const file of [app, foreign, draft])
      expect(await attempt('acme.leader', (ctx) => comment(ctx, { attachment_ids: [file] }))).toBe('not_found');
  });

  test('shows clients nothing new unless somebody who may share attaches it', async () => {
    const [closed, ours] = await asMemberCommitted('acme.admin', async (ctx) => [
      await put(ctx, { folder_id: await makeFolder(owner) }),
      await put(ctx, {}, 'rates.xlsx'),
    ]);
    for (const file of [closed, ours]) {
      expect(await attempt('acme.admin', (ctx) => attach(ctx, OPEN, file))).toBe('done');
      expect(await attempt('acme.user', (ctx) => attach(ctx, CLOSED, file))).toBe('done');
      expect(await attempt('acme.user', (ctx) => attach(ctx, OPEN, file))).toBe('forbidden');
      expect(await attempt('acme.user', (ctx) => comment(ctx, { attachment_ids: [file] }))).toBe('done');
      const shared = { attachment_ids: [file], internal: false };
      expect(await attempt('acme.user', (ctx) => comment(ctx, shared))).toBe('forbidden');
    }
    expect(await attempt('acme.leader', (ctx) => attach(ctx, OPEN, closed))).toBe('done');
    await asMember('acme.user', async (ctx) => {
      expect((await failureOf(attach(ctx, OPEN, closed))).message).toContain('Clients do not see “plan.pdf” yet');
    });
  });

  test('is deleted under its own kind alone, and comes back', async () => {
    const [mine, notes] = await asMemberCommitted('acme.user', async (ctx) => [
      await put(ctx, { task_id: OPEN }),
      await put(ctx, { project_id: WEB }),
    ]);
    expect(await attempt('acme.user', (ctx) => deleteTaskAttachment(ctx, { id: notes }))).toBe('not_found');
    expect(await attempt('acme.user', (ctx) => deleteProjectAttachment(ctx, { id: mine }))).toBe('not_found');
    await asMember('acme.user', async (ctx) => {
      await deleteTaskAttachment(ctx, { id: mine });
      expect((await getTask(ctx, { id: OPEN })).attachments).toEqual([]);
      await restoreFile(ctx, { id: mine });
      expect(names((await getTask(ctx, { id: OPEN })).attachments)).toEqual(['plan.pdf']);
    });
  });
});

test('attachments of a comment are with it, and not with the task’s own', () =>
  asMember('acme.user', async (ctx, effects) => {
    const [shot, other] = [await draftOf(ctx, 'shot.png'), await draftOf(ctx, 'other.png')];
    const written = await comment(ctx, { attachment_ids: [shot, other, shot] });
    expect(names(written.attachments)).toEqual(['shot.png', 'other.png']);
    expect(written.attachments[0]).toMatchObject({ _id: shot, comment_id: written._id, audience: 'internal' });
    const found = await getTask(ctx, { id: OPEN });
    expect(found.attachments).toEqual([]);
    expect(found.comments.at(-1)).toEqual(written);
    expect((await commentsOf(ctx)).at(-1)).toEqual(written);
    expect(effects.events.filter(({ type }) => type === 'file.changed')).toMatchObject([
      { client: false },
      { client: false },
    ]);
    await deleteTaskAttachment(ctx, { id: shot });
    expect(names((await commentsOf(ctx)).at(-1)?.attachments ?? [])).toEqual(['other.png']);
    await deleteComment(ctx, { id: written._id });
    expect(await codeOf(getFile(ctx, { id: other }))).toBe('not_found');
  }));

test('attachments of a comment are seen by exactly those who read it', () =>
  asMember('acme.leader', async (ctx) => {
    const [inside, outside] = [await draftOf(ctx, 'inside'), await draftOf(ctx, 'outside')];
    await comment(ctx, { attachment_ids: [inside] });
    await comment(ctx, { attachment_ids: [outside], internal: false });
    const client = await become(ctx, 'acme.client');
    const task = await getTask(client, { id: OPEN });
    expect(task.comments.flatMap(({ attachments }) => names(attachments))).toEqual(['outside']);
    expect(task.activity.map(({ says }) => says).join()).not.toContain('inside');
    expect(await codeOf(contentOf(client, inside))).toBe('not_found');
    expect((await contentOf(client, outside)).name).toBe('outside');
  }));

test('attachments of a comment say enough without words; without both there is no comment', async () => {
  await asMember('acme.user', async (ctx) => {
    const shot = await draftOf(ctx);
    expect(await comment(ctx, { body: '', attachment_ids: [shot] })).toMatchObject({ body: '' });
  });
  for (const wrong of [{ body: '' }, { body: '', attachment_ids: [] }, { attachment_ids: Array(21).fill(OPEN) }])
    expect(AddComment.safeParse({ task_id: OPEN, body: 'Look', ...wrong }).success).toBe(false);
});

test('an attachment of a project is a file at the root of its space', async () => {
  const inside = await committed('leader', { folder_id: await makeFolder(owner) }, 'plan.pdf');
  expect(await attempt('acme.leader', (ctx) => deleteProjectAttachment(ctx, { id: inside }))).toBe('not_found');
  await asMember('acme.user', async (ctx) => {
    const draft = await draftOf(ctx, 'draft.pdf');
    await addProjectAttachment(ctx, { id: WEB, file_id: draft });
    const copy = await addProjectAttachment(ctx, { id: WEB, file_id: inside });
    expect(copy).toMatchObject({ folder_id: null, project_id: WEB, audience: 'internal' });
    expect(names((await getProject(ctx, { project_id: 'WEB' })).attachments)).toEqual(['draft.pdf', 'plan.pdf']);
    expect(await deleteProjectAttachment(ctx, { id: copy._id })).toMatchObject({ _id: copy._id });
    await ctx.settle();
    const client = await become(ctx, 'acme.client');
    expect((await getProject(client, { project_id: WEB })).attachments).toEqual([]);
  });
});
