import { beforeEach, describe, expect, test } from 'vitest';
import { editFile } from '@/lib/file/commands';
import { addFile } from '@/lib/file/commands.add';
import { deleteFile } from '@/lib/file/commands.bin';
import { placeFor } from '@/lib/file/commands.place';
import { listFiles } from '@/lib/file/queries';
import { contentOf, emptyFileBin } from '@/lib/file/queries.content';
import type { PlaceWanted } from '@/lib/file/queries.place';
import { getFile } from '@/lib/file/queries.record';
import { ListFiles } from '@/lib/file/schema';
import { deleteMessage } from '@/lib/message/commands';
import { getMessage } from '@/lib/message/queries';
import { SendMessage } from '@/lib/message/schema';
import type { Ctx } from '@/lib/org';
import { openRoom } from '@/lib/room/commands';
import { OpenRoom } from '@/lib/room/schema';
import { asMember, asMemberCommitted, become } from '@/lib/test/as-member';
import { failureOf } from '@/lib/test/attempt';
import { messagesIn, owner, room, say, withChatRooms } from '@/lib/test/chat-rooms';
import { bytes, removeFiles } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';
import { withWorker } from '@/lib/worker';

const acme = (name: string) => fixtureId(`acme.${name}`);
const WEB = acme('WEB');
withChatRooms();
beforeEach(() => removeFiles(owner));

const draft = async (ctx: Ctx, wanted: PlaceWanted = { project_id: WEB }, name = 'plan.pdf') =>
  (await addFile(ctx, await placeFor(ctx, { ...wanted, draft: true }), { name, content: bytes() })).file._id;
const direct = async (ctx: Ctx, ...names: string[]) =>
  (await openRoom(ctx, OpenRoom.parse({ kind: 'direct', member_ids: names.map(acme) })))._id;
const CLIENTS = 'project_clients WEB';
/** Who of these seats gets the file's bytes. */
async function readers(ctx: Ctx, id: string): Promise<string[]> {
  const reading: string[] = [];
  for (const seat of ['admin', 'leader', 'user', 'user2', 'client', 'observer', 'outsider']) {
    const who = await become(ctx, `acme.${seat}`);
    if (
      await contentOf(who, id).then(
        () => true,
        () => false,
      )
    )
      reading.push(seat);
  }
  return reading;
}

describe('an attachment of a message', () => {
  test('needs no words, is answered with it, and names may repeat', () =>
    asMember('acme.user', async (ctx, effects) => {
      const [one, two] = [await draft(ctx), await draft(ctx, {})];
      const made = await say(ctx, '', { attachment_ids: [one, two] });
      expect(made.attachments.map(({ _id, name, message_id }) => [_id, name, message_id])).toEqual([
        [one, 'plan.pdf', made._id],
        [two, 'plan.pdf', made._id],
      ]);
      expect(made.attachments[0]).toMatchObject({
        ...{ audience: 'internal', project_id: WEB, rights: { edit: false, share: false } },
      });
      expect(await getMessage(ctx, { id: made._id })).toEqual(made);
      expect((await messagesIn(ctx)).docs[0]?.attachments).toEqual(made.attachments);
      expect(effects.activities).toEqual([]);
      const answer = await say(ctx, 'Fine', { reply_to: made._id });
      expect(answer.quoted?.body).toBe('plan.pdf, plan.pdf');
      expect(SendMessage.safeParse({ room_id: room(), body: '', client_id: newId() }).success).toBe(false);
    }));

  test('R01 in a room with clients is for its people only, in the team’s for the team', () =>
    asMember('acme.user', async (ctx) => {
      const shown = await say(ctx, 'For all', { room_id: room(CLIENTS), attachment_ids: [await draft(ctx)] });
      const inside = await say(ctx, 'For us', { attachment_ids: [await draft(ctx)] });
      expect(shown.attachments[0]?.audience).toBe('client');
      expect(await readers(ctx, shown.attachments[0]?._id ?? '')).toEqual([
        'leader',
        'user',
        'user2',
        'client',
        'observer',
      ]);
      expect(await readers(ctx, inside.attachments[0]?._id ?? '')).toEqual(['leader', 'user', 'user2', 'observer']);
    }));

  test('R01 in a direct room is for the two alone, a client’s too', () =>
    asMember('acme.client', async (ctx) => {
      const contact = await become(ctx, 'acme.leader');
      const id = await direct(contact, 'client');
      const client = await become(ctx, 'acme.client');
      const { attachments } = await say(client, 'Signed', { room_id: id, attachment_ids: [await draft(client, {})] });
      expect(await readers(ctx, attachments[0]?._id ?? '')).toEqual(['leader', 'client']);
    }));

  test('is a draft of its sender’s own, for this project or none', () =>
    asMember('acme.user', async (ctx) => {
      const theirs = await draft(await become(ctx, 'acme.leader'));
      const user = await become(ctx, 'acme.user');
      const lying = (await addFile(user, await placeFor(user, { project_id: WEB }), { name: 'a', content: bytes() }))
        .file._id;
      const ours = await draft(user);
      const used = await draft(user);
      await say(user, 'Used', { attachment_ids: [used] });
      const id = await direct(user, 'leader');
      for (const [where, file] of [
        [room(), theirs],
        [room(), lying],
        [room(), used],
        [room(), newId()],
        [id, ours],
      ] as const)
        expect(await failureOf(say(user, 'x', { room_id: where, attachment_ids: [file] }))).toMatchObject({
          code: 'invalid',
          details: { errors: { attachment_ids: [expect.stringContaining('not there any more')] } },
        });
    }));

  test('is hidden with its message, cannot be changed or removed by itself, and lies in no folder', () =>
    asMember('acme.user', async (ctx) => {
      const { _id, attachments } = await say(ctx, 'Look', {
        room_id: room(CLIENTS),
        attachment_ids: [await draft(ctx)],
      });
      const [file] = attachments;
      const id = file?._id ?? '';
      for (const seat of ['leader', 'admin', 'user']) {
        const who = await become(ctx, `acme.${seat}`);
        const refused = seat === 'admin' ? 'not_found' : 'forbidden';
        expect((await failureOf(editFile(who, { id, version: file?.version ?? 0, name: 'x' }))).code).toBe(refused);
        expect((await failureOf(deleteFile(who, { id }))).code).toBe(refused);
      }
      const user = await become(ctx, 'acme.user');
      for (const list of [{ project_id: WEB }, { q: 'plan' }, { project_id: WEB, q: 'plan' }])
        expect((await listFiles(user, ListFiles.parse(list))).docs).toEqual([]);
      await deleteMessage(user, { id: _id });
      expect((await messagesIn(user, { room_id: room(CLIENTS) })).docs[0]?.attachments).toEqual([]);
      expect((await failureOf(getFile(user, { id }))).code).toBe('not_found');
      expect(await readers(ctx, id)).toEqual([]);
    }));

  test.each([
    ['somebody else’s message', 'leader', 'client'],
    ['a message of one’s own, shown to others than its room', 'user', 'internal'],
  ])('is not put on %s, even by a command that forgot to ask', async (_, author, audience) => {
    const misplaced = asMember('acme.user', async (ctx) => {
      const file = await draft(ctx);
      const { _id } = await say(await become(ctx, `acme.${author}`), 'Mine', { room_id: room(CLIENTS) });
      const { db } = await become(ctx, 'acme.user');
      await db.$executeRaw`
        update file set message_id = ${_id}::uuid, audience = ${audience}, draft_at = null where id = ${file}::uuid`;
    });
    await expect(misplaced).rejects.toThrow(/row-level security/);
  });

  test('goes for good thirty days after its message was deleted', async () => {
    const id = await asMemberCommitted('acme.user', async (ctx) => {
      const made = await say(ctx, 'Look', { attachment_ids: [await draft(ctx)] });
      await say(ctx, 'Stays', { attachment_ids: [await draft(ctx)] });
      await deleteMessage(ctx, { id: made._id });
      return made._id;
    });
    expect(await withWorker((db) => emptyFileBin(db, 10))).toEqual([{ gone: 0 }]);
    await owner.query(`update message set deleted_at = now() - interval '31 days' where id = $1`, [id]);
    expect(await withWorker((db) => emptyFileBin(db, 10))).toEqual([{ gone: 1 }]);
    expect((await owner.query('select count(*)::int from file where message_id is not null')).rows).toEqual([
      { count: 1 },
    ]);
  });
});
