import { bidi } from '@/lib/bidi';
import { fold } from '@/lib/fold';

/** What is being named before the caret: somebody after `@`, a task after `#`. `from`: where the sign stands. */
export type Trigger = { kind: 'person' | 'task'; from: number; query: string };

// Before the sign: an email address, or a part of a URL. Scripts without capital letters write other words right before it.
const ADDRESS = /[\p{Lu}\p{Ll}\p{Lt}\p{N}_]/u;
// Three words at most, on one line; with joiners, vowel signs, and apostrophes and spaces of any keyboard.
const NAME =
  /^(?:[\p{L}\p{M}\p{N}\p{Join_Control}_.’‘ʼ'‑-]+(?:[ \u00A0\u202F][\p{L}\p{M}\p{N}\p{Join_Control}_.’‘ʼ'‑-]+){0,2}[ \u00A0\u202F]?)?$/u;
// Nothing after the sign, or a space, is a heading.
const TASK = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Join_Control}_.’'-]*(?: [\p{L}\p{M}\p{N}\p{Join_Control}_.’'-]*){0,3}$/u;

/** Null if nothing is. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(0, caret).replaceAll('＠', '@').replaceAll('＃', '#');
  const from = Math.max(before.lastIndexOf('@'), before.lastIndexOf('#'));
  if (from < 0) return null;
  if (from > 0 && ADDRESS.test(before.charAt(from - 1))) return null;
  const kind = before.charAt(from) === '@' ? 'person' : 'task';
  const query = before.slice(from + 1);
  return query.length <= 40 && (kind === 'person' ? NAME : TASK).test(query) ? { kind, from, query } : null;
}

/** People with a word in their name that begins with `name`. */
export function peopleLike<P extends { name: string }>(people: readonly P[], name: string, most = 6): P[] {
  const wanted = fold(name);
  return people
    .filter((person) => {
      const full = fold(person.name);
      return full.startsWith(wanted) || full.split(' ').some((word) => word.startsWith(wanted));
    })
    .filter((person) => person.name.toLowerCase() !== name.toLowerCase())
    .slice(0, most);
}

/** Tasks with all words of `text` in their key or title. */
export function tasksLike<T extends { key: string; title: string }>(tasks: readonly T[], text: string): T[] {
  const words = fold(text).split(' ');
  return tasks.filter(({ key, title }) => {
    const full = fold(bidi`${key} ${title}`);
    return words.every((word) => full.includes(word));
  });
}
