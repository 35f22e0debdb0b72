import { HIDDEN_PEOPLE } from '@/components/person/assignee-stack';
import { bidi } from '@/lib/bidi';
import type { CommentRecord } from '@/lib/comment/schema';

/** Who is said to have written it. */
export const authorOf = ({ author, rule }: Pick<CommentRecord, 'author' | 'rule'>): string =>
  rule === undefined ? (author?.name ?? HIDDEN_PEOPLE) : bidi`Rule “${rule}”`;

export type Thread = { root: CommentRecord; replies: CommentRecord[] };

/** In the order they began; a reply whose beginning is not loaded stands alone. */
export function threadsOf(comments: readonly CommentRecord[]): Thread[] {
  const threads = new Map<string, Thread>();
  for (const comment of comments) {
    const thread = comment.parent_id ? threads.get(comment.parent_id) : undefined;
    if (thread) thread.replies.push(comment);
    else threads.set(comment._id, { root: comment, replies: [] });
  }
  return [...threads.values()];
}

/** What is left after `id` was deleted: its place stays as long as there are replies. */
export function withoutComment(comments: readonly CommentRecord[], id: string): CommentRecord[] {
  const answered = (root: string) =>
    comments.some(({ _id, parent_id, deleted_at }) => parent_id === root && _id !== id && !deleted_at);
  return comments
    .filter(({ _id, deleted_at }) => (_id !== id && !deleted_at) || answered(_id))
    .map((comment) =>
      comment._id === id
        ? {
            ...comment,
            ...{ body: '', body_html: '', attachments: [], reactions: [], tasks: [] },
            deleted_at: new Date().toISOString(),
          }
        : comment,
    );
}

/** As it will be once the server has heard of the press. */
export function withReaction(comment: CommentRecord, emoji: string, name: string): CommentRecord {
  const known = comment.reactions.find((one) => one.emoji === emoji);
  if (!known) return { ...comment, reactions: [...comment.reactions, { emoji, count: 1, mine: true, names: [name] }] };
  const by = known.mine ? -1 : 1;
  const changed = {
    ...known,
    count: known.count + by,
    mine: !known.mine,
    names: known.mine ? known.names.filter((one) => one !== name) : [...known.names, name],
  };
  return {
    ...comment,
    reactions: comment.reactions.flatMap((one) => (one !== known ? [one] : changed.count > 0 ? [changed] : [])),
  };
}

/** The words as the beginning of an answer. */
export const quoteOf = (body: string): string => `${body.replace(/^/gm, '> ')}\n\n`;
