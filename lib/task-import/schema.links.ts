/** Parents and dependencies as files name them: by id, key or title. Runs anywhere. */
import type { ImportedTask } from '@/lib/task-import/schema.file';
import { plain } from '@/lib/task-import/vocabulary';

const MOST_NAMES = 100;

/** Of several tasks with one title the nearest before `line`. */
function finder(tasks: readonly ImportedTask[], known: ReadonlyMap<string, string>) {
  const titled = new Map<string, { line: number; id: string }[]>();
  for (const { title, line, source_id: id } of tasks) {
    const same = titled.get(plain(title));
    if (same) same.push({ line, id });
    else titled.set(plain(title), [{ line, id }]);
  }
  return (name: string, line: number): string | null => {
    const direct = known.get(name);
    if (direct) return direct;
    const same = (titled.get(plain(name)) ?? []).filter((one) => one.line !== line);
    return (same.findLast((one) => one.line < line) ?? same[0])?.id ?? null;
  };
}

type Found = { ids: string[]; unknown: string[] };

/** Names that commas separate, and that may have commas themselves: the longest that is a task's. */
function namesIn(text: string, idOf: (name: string) => string | null): Found {
  const found: Found = { ids: [], unknown: [] };
  const parts = text.split(/[,;\n]/).slice(0, MOST_NAMES);
  for (let at = 0; at < parts.length; ) {
    let end = parts.length;
    let id = null;
    for (; end > at && !id; end--) id = idOf(parts.slice(at, end).join(',').trim());
    const name = parts[at]?.trim();
    if (id) found.ids.push(id);
    else if (name) found.unknown.push(name);
    at = id ? end + 1 : at + 1;
  }
  return found;
}

/** Blockers by the task that waits for them. */
type Waiting = Map<string, Set<string>>;

/** Takes out what closes a circle, rather from later lines. @returns what it took */
function withoutCircles(waiting: Waiting): { blocker: string; waits: string }[] {
  const taken: { blocker: string; waits: string }[] = [];
  const state = new Map<string, 'open' | 'done'>();
  for (const first of [...waiting.keys()].toReversed()) {
    if (state.has(first)) continue;
    state.set(first, 'open');
    const way = [{ id: first, left: [...(waiting.get(first) ?? [])] }];
    for (let top = way.at(-1); top; top = way.at(-1)) {
      const next = top.left.pop();
      if (next === undefined) {
        state.set(top.id, 'done');
        way.pop();
      } else if (state.get(next) === 'open') {
        waiting.get(top.id)?.delete(next);
        taken.push({ blocker: next, waits: top.id });
      } else if (!state.has(next)) {
        state.set(next, 'open');
        way.push({ id: next, left: [...(waiting.get(next) ?? [])] });
      }
    }
  }
  return taken;
}

/**
 * `known`: ids of tasks by what a file calls them; `above`: parents in words, by task. A name that is none of its tasks
 * may be one of an earlier file; it is said in words as well, as is a dependency that would close a circle.
 */
export function linked(
  tasks: readonly ImportedTask[],
  known: ReadonlyMap<string, string>,
  above: ReadonlyMap<string, string>,
): ImportedTask[] {
  const idOf = finder(tasks, known);
  const waiting: Waiting = new Map(tasks.map(({ source_id }) => [source_id, new Set()]));
  const titles = new Map(tasks.map(({ source_id: id, title }) => [id, known.has(id) ? id : title]));
  const notes = new Map(tasks.map((task) => [task.source_id, [...task.notes]]));
  const blocking = new Map<string, Set<string>>(tasks.map(({ source_id }) => [source_id, new Set()]));
  for (const { source_id: id, line, blocks, blocked_by } of tasks)
    for (const [wanted, name] of [
      [blocked_by, 'Blocked by'],
      [blocks, 'Blocks'],
    ] as const) {
      const found = wanted.map((text) => namesIn(text, (one) => idOf(one, line)));
      const unknown = found.flatMap((one) => one.unknown);
      if (unknown.length) notes.get(id)?.push({ name, value: unknown.join(', ') });
      for (const other of [...found.flatMap(({ ids }) => ids), ...unknown])
        if (other !== id && name === 'Blocks' && !waiting.get(other)?.add(id)) blocking.get(id)?.add(other);
        else if (other !== id && name === 'Blocked by') waiting.get(id)?.add(other);
    }
  for (const { blocker, waits } of withoutCircles(waiting))
    notes.get(blocker)?.push({ name: 'Blocks', value: titles.get(waits) ?? waits });
  for (const [waits, blockers] of waiting) for (const one of blockers) blocking.get(one)?.add(waits);
  const parents = new Map(
    tasks.map(({ source_id: id, parent, line }) => [id, parent === null ? null : idOf(parent, line)]),
  );
  for (const { source_id: id, parent } of tasks)
    if (parent !== null && !parents.get(id)) notes.get(id)?.push({ name: 'Parent', value: above.get(id) ?? parent });
  return tasks.map((task) => ({
    ...task,
    parent: parents.get(task.source_id) ?? (known.size ? task.parent : null),
    blocks: [...(blocking.get(task.source_id) ?? [])],
    blocked_by: [...(waiting.get(task.source_id) ?? [])],
    notes: notes.get(task.source_id) ?? [],
  }));
}
