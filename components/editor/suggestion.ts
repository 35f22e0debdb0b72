/** What is being named before the caret: somebody after `@`, a task after `#`. `from`: where the sign stands. */
export type Trigger = { kind: 'person' | 'task'; from: number; query: string };

const WORD = /[\p{L}\p{N}_]/u;
// Three words at most, on one line.
const NAME = /^(?:[\p{L}\p{N}_.’'-]+(?: [\p{L}\p{N}_.’'-]+){0,2} ?)?$/u;
// Nothing after the sign, or a space, is a heading.
const TASK = /^[\p{L}\p{N}][\p{L}\p{N}_.’'-]*(?: [\p{L}\p{N}_.’'-]*){0,3}$/u;

/** Null if nothing is. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(0, caret);
  const from = Math.max(before.lastIndexOf('@'), before.lastIndexOf('#'));
  if (from < 0) return null;
  // After a letter or digit it is an email address, or a part of a URL.
  if (from > 0 && WORD.test(before.charAt(from - 1))) return null;
  const kind = before.charAt(from) === '@' ? 'person' : 'task';
  const query = before.slice(from + 1);
  return query.length <= 40 && (kind === 'person' ? NAME : TASK).test(query) ? { kind, from, query } : null;
}

/** People with a word in their name that begins with `name`. */
export function peopleLike<P extends { name: string }>(people: readonly P[], name: string, most = 6): P[] {
  const wanted = name.toLowerCase();
  return people
    .filter((person) => {
      const full = person.name.toLowerCase();
      return full.startsWith(wanted) || full.split(' ').some((word) => word.startsWith(wanted));
    })
    .filter((person) => person.name.toLowerCase() !== wanted)
    .slice(0, most);
}

/** Tasks with all words of `text` in their key or title. */
export function tasksLike<T extends { key: string; title: string }>(tasks: readonly T[], text: string): T[] {
  const words = text.toLowerCase().split(' ');
  return tasks.filter(({ key, title }) => {
    const full = `${key} ${title}`.toLowerCase();
    return words.every((word) => full.includes(word));
  });
}
