import { describe, expect, test } from 'vitest';
import { editFile } from '@/lib/file/commands';
import { deleteFile } from '@/lib/file/commands.bin';
import { addFileComment, deleteFileComment, restoreFileComment } from '@/lib/file-comment/commands';
import { listFileComments } from '@/lib/file-comment/queries';
import { sweep } from '@/lib/operations/sweep';
import type { Ctx } from '@/lib/org';
import { asMember, asMemberCommitted, become } from '@/lib/test/as-member';
import { attempt, codeOf } from '@/lib/test/attempt';
import { committed as file, withoutFiles } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';

const acme = (name: string) => fixtureId(`acme.${name}`);
const WEB = acme('WEB');
const owner = withoutFiles();

const list = (ctx: Ctx, id: string) => listFileComments(ctx, { id, page: 1, limit: 50 });
const bodies = async (ctx: Ctx, id: string) => (await list(ctx, id)).docs.map(({ body }) => body);

describe('a comment on a file', () => {
  test('is the team’s unless its writer says otherwise, and tells who uploaded it', async () => {
    const id = await file('leader', { project_id: WEB, audience: 'client' });
    await asMember('acme.user', async (ctx, effects) => {
      const inside = await addFileComment(ctx, { id, body: 'Too dear?' });
      expect(inside).toMatchObject({ body: 'Too dear?', internal: true, rights: { delete: true } });
      await addFileComment(ctx, { id, body: 'What do you think?', internal: false });
      expect(await bodies(ctx, id)).toEqual(['What do you think?', 'Too dear?']);
      expect(effects.activities.map(({ audience }) => audience)).toEqual(['internal', 'client']);
      expect(effects.notifications.map(({ memberId }) => memberId)).toEqual([acme('leader'), acme('leader')]);
      expect(effects.events).toMatchObject([
        { type: 'file.commented', fileId: id, client: false },
        { type: 'file.commented', fileId: id, client: true },
      ]);
      await ctx.settle();
      const client = await become(ctx, 'acme.client');
      expect(await list(client, id)).toMatchObject({ docs: [{ body: 'What do you think?' }], total: 1 });
      expect(await addFileComment(client, { id, body: 'Fine' })).toMatchObject({ internal: false });
      expect(await codeOf(addFileComment(client, { id, body: 'x', internal: true }))).toBe('forbidden');
      // Who wrote there hears what is said next, a client only of what it may read.
      const heard = async (internal: boolean) => {
        effects.notifications.length = 0;
        await addFileComment(await become(ctx, 'acme.user', effects), { id, body: 'Next', internal });
        return effects.notifications.map(({ memberId }) => memberId).sort();
      };
      expect(await heard(true)).toEqual([acme('leader')]);
      expect(await heard(false)).toEqual([acme('leader'), acme('client')].sort());
    });
  });

  test('from before a file was shared stays with the team', async () => {
    const id = await file('leader', { project_id: WEB });
    await asMember('acme.leader', async (ctx) => {
      expect((await addFileComment(ctx, { id, body: 'Draft', internal: false })).internal).toBe(true);
      await editFile(ctx, { id, version: 1, audience: 'client' });
      await ctx.settle();
      const client = await become(ctx, 'acme.client');
      expect(await bodies(client, id)).toEqual([]);
    });
  });

  test('that was deleted comes back within a day, and open pages are told', async () => {
    const id = await file('leader', { project_id: WEB, audience: 'client' });
    await asMember('acme.user', async (ctx, effects) => {
      const { _id, created_at } = await addFileComment(ctx, { id, body: 'Fine', internal: false });
      await addFileComment(ctx, { id, body: 'And another' });
      await ctx.settle();
      effects.events.length = 0;
      await deleteFileComment(ctx, { id: _id });
      expect(effects.events).toMatchObject([{ type: 'file.commented', fileId: id, client: true }]);
      expect(await bodies(ctx, id)).toEqual(['And another']);
      expect((await list(ctx, id)).total).toBe(1);
      expect(await codeOf(deleteFileComment(ctx, { id: _id }))).toBe('not_found');
      expect(await restoreFileComment(ctx, { id: _id })).toMatchObject({ body: 'Fine', internal: false, created_at });
      expect(await bodies(ctx, id)).toEqual(['And another', 'Fine']);
      expect(await codeOf(restoreFileComment(ctx, { id: _id }))).toBe('not_found');
      expect(effects.events).toMatchObject([{ type: 'file.commented', fileId: id, client: true }]);
      expect(effects.activities.map(({ kind }) => kind).slice(-2)).toEqual([
        'file.comment_deleted',
        'file.comment_restored',
      ]);
    });
  });

  test('that somebody else takes away, or gives back, stands in the audit log; one’s own does not', async () => {
    const id = await file('leader', { project_id: WEB });
    const theirs = await asMemberCommitted('acme.user', (ctx) => addFileComment(ctx, { id, body: 'Too dear?' }));
    await asMember('acme.leader', async (ctx, effects) => {
      for (const one of [theirs, await addFileComment(ctx, { id, body: 'No' })]) {
        await deleteFileComment(ctx, { id: one._id });
        await restoreFileComment(ctx, { id: one._id });
      }
      expect(effects.audits).toMatchObject([
        { action: 'file.comment_deleted', target: acme('user') },
        { action: 'file.comment_restored', target: acme('user') },
      ]);
    });
  });

  test('that was deleted is forgotten after a day, and cannot come back then', async () => {
    const id = await file('leader', { project_id: WEB });
    const { _id } = await asMemberCommitted('acme.user', (ctx) => addFileComment(ctx, { id, body: 'Old' }));
    await asMemberCommitted('acme.user', (ctx) => deleteFileComment(ctx, { id: _id }));
    const left = async () => (await owner.query('select from file_comment where id = $1', [_id])).rowCount;
    await sweep();
    expect(await left()).toBe(1);
    await owner.query(`update file_comment set deleted_at = now() - interval '25 hours' where id = $1`, [_id]);
    expect(await attempt('acme.user', (ctx) => restoreFileComment(ctx, { id: _id }))).toBe('not_found');
    await sweep();
    expect(await left()).toBe(0);
  });

  test('an internal one is not there for a client, by its id either', async () => {
    const id = await file('leader', { project_id: WEB, audience: 'client' });
    const { _id } = await asMemberCommitted('acme.user', (ctx) => addFileComment(ctx, { id, body: 'x' }));
    expect(await attempt('acme.client', (ctx) => deleteFileComment(ctx, { id: _id }))).toBe('not_found');
  });

  test('not on a draft, on what hangs on a task, or on what is in the bin', async () => {
    const draft = await file('user', { draft: true });
    const hanging = await file('user', { task_id: acme('WEB-1') });
    const binned = await file('user', { project_id: WEB });
    await asMemberCommitted('acme.user', (ctx) => deleteFile(ctx, { id: binned }));
    await asMember('acme.user', async (ctx) => {
      for (const [id, code] of [
        [draft, 'conflict'],
        [hanging, 'conflict'],
        [binned, 'not_found'],
      ] as const)
        expect(await codeOf(addFileComment(ctx, { id, body: 'x' }))).toBe(code);
    });
  });

  test('in the organisation’s own space is written by the team, and told to nobody', async () => {
    const id = await file('admin', {});
    await asMember('acme.user', async (ctx, effects) => {
      await addFileComment(ctx, { id, body: 'Thanks' });
      expect(effects.notifications).toEqual([]);
      expect(effects.activities).toEqual([]);
    });
  });
});
