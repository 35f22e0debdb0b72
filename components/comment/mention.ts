/** The name being written after an `@` before the caret, and its start; null if there is none. */
export function mentionAt(text: string, caret: number): { from: number; name: string } | null {
  const before = text.slice(0, caret);
  const from = before.lastIndexOf('@');
  if (from < 0) return null;
  // After a letter or digit it is an email address.
  if (from > 0 && /[\p{L}\p{N}_]/u.test(before.charAt(from - 1))) return null;
  const name = before.slice(from + 1);
  // Two words at most, on one line.
  return /^(?:[\p{L}\p{N}_.’'-]+ ?){0,2}[\p{L}\p{N}_.’'-]*$/u.test(name) && name.length <= 40 ? { from, name } : null;
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
