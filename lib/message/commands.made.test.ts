import { describe, expect, test } from 'vitest';
import { deleteComment } from '@/lib/comment/commands';
import { listComments } from '@/lib/comment/queries';
import { ListComments } from '@/lib/comment/schema';
import { addFile } from '@/lib/file/commands.add';
import { placeFor } from '@/lib/file/commands.place';
import { deleteMessage } from '@/lib/message/commands';
import { messageToComment, messageToTask } from '@/lib/message/commands.made';
import { getMessage } from '@/lib/message/queries';
import { listConversation } from '@/lib/message/queries.conversation';
import { MessageToComment, MessageToTask, TaskConversation } from '@/lib/message/schema';
import type { Ctx } from '@/lib/org';
import { asMember, become } from '@/lib/test/as-member';
import { failureOf } from '@/lib/test/attempt';
import { room, say, withChatRooms } from '@/lib/test/chat-rooms';
import { bytes } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';
import { task, WEB } from '@/lib/test/task-calls';

withChatRooms();
const clients = () => ({ room_id: room('project_clients WEB') });
const comment = (ctx: Ctx, id: string, more: object = {}) =>
  messageToComment(ctx, MessageToComment.parse({ id, task_id: 'WEB-1', ...more }));
const commentsOf = async (ctx: Ctx) => (await listComments(ctx, ListComments.parse({ task_id: task('WEB-1') }))).docs;
const withFile = async (ctx: Ctx, body: string, rest: object = {}) => {
  const place = await placeFor(ctx, { project_id: WEB, draft: true });
  const { file } = await addFile(ctx, place, { name: 'plan.pdf', content: bytes() });
  return say(ctx, body, { attachment_ids: [file._id], ...rest });
};

describe('a message that becomes a comment', () => {
  test('leads to it and it to the message, for whoever sees both', () =>
    asMember('acme.user', async (ctx, effects) => {
      const { _id: id } = await withFile(ctx, 'The **thick** one\nplease', clients());
      const leader = await become(ctx, 'acme.leader', effects);
      const made = await comment(leader, id);
      expect(made).toMatchObject({
        ...{ body: '> The **thick** one\n> please', internal: true, message: { _id: id, room_id: clients().room_id } },
        attachments: [{ name: 'plan.pdf', task_id: task('WEB-1') }],
      });
      expect((await getMessage(leader, { id })).comments).toEqual([{ _id: made._id, key: 'WEB-1' }]);
      expect(effects.events.at(-1)).toMatchObject({ type: 'message.changed', messageId: id });
      expect((await commentsOf(leader)).at(-1)).toEqual(made);

      // A client reads the message, and nothing of the comment that is the team's.
      expect((await getMessage(await become(ctx, 'acme.client'), { id })).comments).toEqual([]);
      const shown = await comment(await become(ctx, 'acme.leader'), id, { internal: false });
      const client = await become(ctx, 'acme.client');
      expect((await getMessage(client, { id })).comments).toEqual([{ _id: shown._id, key: 'WEB-1' }]);
      const inside = await say(await become(ctx, 'acme.user'), 'For the team');
      const told = await comment(await become(ctx, 'acme.user'), inside._id, { internal: false });
      expect(told.body).toBe('For the team');
      const seen = (await commentsOf(await become(ctx, 'acme.client'))).find(({ _id }) => _id === told._id);
      expect(seen).toBeDefined();
      expect(seen).not.toHaveProperty('message');

      const user = await become(ctx, 'acme.user');
      await deleteComment(user, { id: told._id });
      expect((await getMessage(user, { id: inside._id })).comments).toEqual([]);
      await deleteMessage(user, { id });
      expect((await commentsOf(user)).find(({ _id }) => _id === made._id)).not.toHaveProperty('message');
      expect(await failureOf(comment(user, id))).toMatchObject({ code: 'conflict' });
    }));

  test('R01 is made by whoever reads the message and may comment on the task', () =>
    asMember('acme.user', async (ctx) => {
      const { _id: id } = await say(ctx, 'Hello', clients());
      const codes: Record<string, string> = {};
      for (const seat of ['client', 'observer', 'outsider', 'admin'])
        codes[seat] = await comment(await become(ctx, `acme.${seat}`), id).then(
          () => 'done',
          ({ code }) => code,
        );
      expect(codes).toEqual({ client: 'done', observer: 'forbidden', outsider: 'not_found', admin: 'not_found' });
      expect(await failureOf(comment(await become(ctx, 'acme.client'), id, { task_id: 'WEB-2' }))).toMatchObject({
        code: 'not_found',
      });
    }));
});

test('files of a message hang on the task that was made of it', () =>
  asMember('acme.user', async (ctx) => {
    const { _id: id } = await withFile(ctx, '');
    const made = await messageToTask(ctx, MessageToTask.parse({ id, project_id: WEB }));
    expect(made).toMatchObject({ title: 'From the chat', attachments: [{ name: 'plan.pdf' }] });
  }));

describe('the conversation about a task', () => {
  const about = async (ctx: Ctx, id = 'WEB-1') =>
    (await listConversation(ctx, TaskConversation.parse({ id }))).docs.map(({ body, room_name }) => [body, room_name]);

  test('is what names its key or was made a task or comment, newest first, of the rooms one reads', () =>
    asMember('acme.user', async (ctx) => {
      await say(ctx, 'Where is WEB-1?');
      for (const words of ['WEB-10 is another', 'web 1 is no key', 'XWEB-1', 'WEB-1-a', 'Nothing'])
        await say(ctx, words);
      await say(ctx, '(web-1) is done', clients());
      const { _id: id } = await say(ctx, 'Without a key');
      await comment(ctx, id);
      const made = await say(ctx, 'Order the cake');
      const { key } = await messageToTask(ctx, MessageToTask.parse({ id: made._id, project_id: WEB }));
      expect(await about(ctx)).toEqual([
        ['Without a key', 'Website relaunch'],
        ['(web-1) is done', 'Website relaunch'],
        ['Where is WEB-1?', 'Website relaunch'],
      ]);
      expect(await about(ctx, key)).toEqual([['Order the cake', 'Website relaunch']]);
      expect(await about(await become(ctx, 'acme.client'))).toEqual([['(web-1) is done', 'Website relaunch']]);
      expect(await about(await become(ctx, 'acme.admin'))).toEqual([]);
      expect(await failureOf(about(await become(ctx, 'acme.client'), 'WEB-2'))).toMatchObject({ code: 'not_found' });
      expect(await failureOf(about(await become(ctx, 'acme.outsider')))).toMatchObject({ code: 'not_found' });
      const foreign = await become(ctx, 'globex.admin');
      expect(await failureOf(about(foreign, fixtureId('acme.WEB-1')))).toMatchObject({ code: 'not_found' });
    }));
});
