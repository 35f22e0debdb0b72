/** Permissions document, rows 32 to 34. Runs in the browser too. */
import { type Actor, canBringBack, may } from '@/lib/permission/policy';

export type RuledComment = { authorId: string | null; leaderId: string | null };

export const canEditComment = (actor: Actor, { authorId }: RuledComment): boolean =>
  may(actor, 'comment.edit', { ownerId: authorId });

/** One's own; others' for leaders of the project or organisation. */
export const canDeleteComment = (actor: Actor, comment: RuledComment): boolean =>
  canEditComment(actor, comment) ||
  may(actor, 'comment.delete', { ownerId: comment.authorId, leaderId: comment.leaderId });

export const canRestoreComment = (actor: Actor, comment: RuledComment & { deletedById: string | null }): boolean =>
  canDeleteComment(actor, comment) && canBringBack(actor, comment.deletedById);

type Shown = { projectId: string; audience: string; taskAudience: string };

/** A client-visible comment of a task made internal is for the team only. */
export const audienceNow = ({ audience, taskAudience }: Omit<Shown, 'projectId'>): 'internal' | 'client' =>
  taskAudience === 'client' && audience === 'client' ? 'client' : 'internal';

/** Reacting, resolving and opening again: whoever sees it and may comment there. */
export const canTakePart = (actor: Actor, comment: Shown): boolean =>
  may(actor, 'comment.add', { projectId: comment.projectId, audience: audienceNow(comment) });

/** Default: the team. Never the client if the task or the answered comment is internal; always if a client writes. */
export function audienceOfComment(
  actor: Pick<Actor, 'role'>,
  { internal, task, parent }: { internal?: boolean; task: string; parent?: string },
): 'internal' | 'client' {
  if (task === 'internal' || parent === 'internal') return 'internal';
  return actor.role === 'client' || internal === false ? 'client' : 'internal';
}

/** Limits how many people one comment can notify. */
const MOST_MENTIONS = 50;
const MOST_SIGNS = 1000;
const WORD = /[\p{L}\p{N}_]/u;

/** The longest matching name wins; case is ignored. `@` within a word (an email) does not count. */
export function mentionedIn<P extends { id: string; name: string }>(text: string, people: readonly P[]): P[] {
  // Longest first, so that the work per `@` does not grow with the number of people.
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
