/** Who may do what with a comment (permissions document, rows 32 to 34). Runs in the browser too. */
import { type Actor, may } from '@/lib/permission/policy';

/** A comment, as far as a rule needs it. */
export type RuledComment = { authorId: string | null; leaderId: string | null };

/** One's own. */
export const canEditComment = (actor: Actor, { authorId }: RuledComment): boolean =>
  may(actor, 'comment.edit', { ownerId: authorId });

/** One's own; others' where one leads the project, or leads the organisation. */
export const canDeleteComment = (actor: Actor, comment: RuledComment): boolean =>
  canEditComment(actor, comment) ||
  may(actor, 'comment.delete', { ownerId: comment.authorId, leaderId: comment.leaderId });

/**
 * Who reads a new comment: the team, unless somebody says otherwise. Never the client where the task or the comment that
 * is answered is internal; always the client where a client writes.
 */
export function audienceOfComment(
  actor: Pick<Actor, 'role'>,
  { internal, task, parent }: { internal?: boolean; task: string; parent?: string },
): 'internal' | 'client' {
  if (task === 'internal' || parent === 'internal') return 'internal';
  return actor.role === 'client' || internal === false ? 'client' : 'internal';
}

/** More mentions than this in one comment reach nobody. */
const MOST_MENTIONS = 50;
const WORD = /[\p{L}\p{N}_]/u;

/**
 * Who is called by `@name` in a text: the longest name that fits, capital letters or not. An `@` within a word (an
 * address) calls nobody.
 */
export function mentionedIn<P extends { id: string; name: string }>(text: string, people: readonly P[]): P[] {
  const byInitial = new Map<string, { person: P; name: string }[]>();
  for (const person of [...people].sort((one, other) => other.name.length - one.name.length)) {
    const name = person.name.toLowerCase();
    const initial = name.slice(0, 1);
    byInitial.set(initial, [...(byInitial.get(initial) ?? []), { person, name }]);
  }
  const found = new Map<string, P>();
  for (let at = text.indexOf('@'); at >= 0 && found.size < MOST_MENTIONS; at = text.indexOf('@', at + 1)) {
    if (at > 0 && WORD.test(text.charAt(at - 1))) continue;
    const named = byInitial.get(text.charAt(at + 1).toLowerCase())?.find(({ person, name }) => {
      const end = at + 1 + person.name.length;
      return text.slice(at + 1, end).toLowerCase() === name && !WORD.test(text.charAt(end));
    });
    if (named) found.set(named.person.id, named.person);
  }
  return [...found.values()];
}
