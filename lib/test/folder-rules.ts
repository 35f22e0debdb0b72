import { importsOf, isTest, type Sources } from './sources';

/** What a domain is described by, below what it does: shapes, words and events. */
const DESCRIPTION = /^lib\/[\w-]+\/(schema|vocabulary|events)(\.\w+)?\.ts$/;

/**
 * A room: the folder below lib or components; a file that lies there itself is a room of its own, and so is a domain's
 * description, on which what serves every domain stands (the table of events).
 */
function roomOf(file: string): string {
  const folder = file.split('/').slice(0, 2).join('/');
  return DESCRIPTION.test(file) ? `${folder} described` : folder;
}

/** Rooms that import each other, directly or in a ring, each ring with the imports that make it. */
export function knots(sources: Sources): string[] {
  const arrows = new Map<string, Map<string, string>>();
  for (const file of sources.keys()) {
    if (!/^(lib|components)\//.test(file) || isTest(file)) continue;
    for (const target of importsOf(sources, file)) {
      const [from, to] = [roomOf(file), roomOf(target)];
      if (!sources.has(target) || from === to || !/^(lib|components)\//.test(target)) continue;
      const known = arrows.get(from) ?? new Map<string, string>();
      arrows.set(from, known.set(to, `${file} → ${target}`));
    }
  }
  const reached = new Map([...arrows.keys()].map((room) => [room, reachableFrom(room, arrows)]));
  return [...arrows].flatMap(([from, targets]) =>
    [...targets].filter(([to]) => reached.get(to)?.has(from)).map(([, example]) => example),
  );
}

function reachableFrom(room: string, arrows: ReadonlyMap<string, ReadonlyMap<string, string>>): Set<string> {
  const seen = new Set<string>();
  const open = [room];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const target of arrows.get(next)?.keys() ?? [])
      if (!seen.has(target)) {
        seen.add(target);
        open.push(target);
      }
  return seen;
}
