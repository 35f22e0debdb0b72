import 'server-only';
import { fittedLine } from '@/lib/clean-text';
import { addComment } from '@/lib/comment/commands';
import type { CommentRecord } from '@/lib/comment/schema';
import { allow, DomainError } from '@/lib/errors';
import { attachFile } from '@/lib/file/commands.attach';
import { placeFor } from '@/lib/file/commands.place';
import { subjectOf } from '@/lib/message/events';
import { getMessage, type MessageFacts, messageFacts } from '@/lib/message/queries';
import { linkComment, linkTask } from '@/lib/message/queries.write';
import type { MessageToComment, MessageToTask } from '@/lib/message/schema';
import { FROM_CHAT, titleOf } from '@/lib/message/vocabulary';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';
import { createTask } from '@/lib/task/commands';
import { canComment } from '@/lib/task/policy';
import { getTask } from '@/lib/task/queries';
import { taskFacts } from '@/lib/task/queries.facts';
import type { TaskDetail } from '@/lib/task/schema';

const LONGEST = 20_000;

const mustBeThere = ({ deleted }: MessageFacts) => {
  if (deleted) throw new DomainError('conflict', 'This message was deleted.');
};

/** Its files that may hang in this project too: those of the same one, or of a private room. */
const filesFor = async (ctx: Ctx, id: string, projectId: string): Promise<string[]> =>
  (await getMessage(ctx, { id })).attachments
    .filter(({ project_id }) => project_id === null || project_id === projectId)
    .map(({ _id }) => _id);

/** Named by the message's first line, or as is said; its words become the description, its files the task's. Both know of each other. */
export async function messageToTask(ctx: Ctx, { id, project_id, title, audience }: MessageToTask): Promise<TaskDetail> {
  const message = await messageFacts(ctx, id);
  allow(mayEver(ctx.actor, 'task.create'));
  mustBeThere(message);
  const task = await createTask(ctx, {
    ...{
      project_id,
      title: title ?? (fittedLine(titleOf(message.body), 200) || FROM_CHAT),
      description: message.body,
      priority: 'none',
      audience,
    },
    ...{ status: 1, assignee_ids: [], label_ids: [] },
  });
  await linkTask(ctx, id, task._id);
  ctx.happened('message.marked', subjectOf(message));
  await ctx.settle();
  const files = await filesFor(ctx, id, project_id);
  if (!files.length) return task;
  const place = await placeFor(ctx, { task_id: task._id });
  for (const file of files) await attachFile(ctx, place, file);
  return getTask(ctx, { id: task._id });
}

/** Its words, quoted unless they are the caller's own, and its files as a comment. Both know of each other. */
export async function messageToComment(ctx: Ctx, input: MessageToComment): Promise<CommentRecord> {
  const { id, task_id, internal } = input;
  const message = await messageFacts(ctx, id);
  mustBeThere(message);
  const task = await taskFacts(ctx, task_id);
  allow(canComment(ctx.actor, task));
  const { body } = message;
  // Without a name: who reads the comment may not know who wrote the message.
  const own = message.authorId === ctx.actor.memberId;
  const quoted = !body || own ? body : body.replace(/^/gm, '> ');
  const comment = await addComment(
    ctx,
    {
      ...{ task_id, body: quoted.length > LONGEST ? body : quoted },
      ...(internal !== undefined && { internal }),
      attachment_ids: await filesFor(ctx, id, task.projectId),
    },
    { calls: own },
  );
  await linkComment(ctx, id, comment._id);
  ctx.happened('message.marked', subjectOf(message));
  await ctx.settle();
  return { ...comment, message: { _id: id, room_id: message.roomId } };
}
