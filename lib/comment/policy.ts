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

/** Further mentions, and further `@`, in one comment call nobody: what one comment may cost others has an end. */
const MOST_MENTIONS = 50;
const MOST_SIGNS = 1000;
const WORD = /[\p{L}\p{N}_]/u;

/**
 * Who is called by `@name` in a text: the longest name that fits, capital letters or not. An `@` within a word (an
 * email) calls nobody.
 */
export function mentionedIn<P extends { id: string; name: string }>(text: string, people: readonly P[]): P[] {
  // By length, longest first: the work for one `@` does not grow with the number of people.
  const byLength = new Map<number, Map<string, P>>();
  for (const person of [...people].sort((one, other) => other.name.length - one.name.length)) {
    const { length } = person.name;
    byLength.set(length, (byLength.get(length) ?? new Map()).set(person.name.toLowerCase(), person));
  }
  const initials = new Set(people.map(({ name }) => name.charAt(0).toLowerCase()));
  const found = new Map<string, P>();
  let signs = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    signs += 1;
    if (found.size === MOST_MENTIONS || signs > MOST_SIGNS) break;
    if (!initials.has(text.charAt(at + 1).toLowerCase()) || WORD.test(text.charAt(at - 1))) continue;
    for (const [length, names] of byLength) {
      const end = at + 1 + length;
      const person = WORD.test(text.charAt(end)) ? undefined : names.get(text.slice(at + 1, end).toLowerCase());
      if (!person) continue;
      found.set(person.id, person);
      break;
    }
  }
  return [...found.values()];
}
