'use client';

import { useEffect, useRef, useState } from 'react';
import { showUndoable } from '@/components/keys/show-undoable';
import { type Step, useUndo } from '@/components/keys/use-undo';
import { ApiError, call, reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import { bidi } from '@/lib/bidi';
import type { ChecklistRecord } from '@/lib/checklist/schema';
import type { TaskDetail } from '@/lib/task/schema';
import type { ChecklistItem } from '@/lib/task-parts/schema';
import { changedSince, removeSubtask } from './remove-subtask';

type Items = readonly ChecklistItem[];
type Fields = { title?: string; done?: boolean };
type Place = { after_id?: string; before_id?: string };

/** The line beside another one, as it looks until the server has answered. */
function placed(items: Items, id: string, { after_id, before_id }: Place): Items {
  const others = items.filter(({ _id }) => _id !== id);
  const at = others.findIndex(({ _id }) => _id === (after_id ?? before_id)) + (after_id ? 1 : 0);
  return [...others.slice(0, at), ...items.filter(({ _id }) => _id === id), ...others.slice(at)];
}

/** Changes show at once and are sent one after the other; a refused one says why and goes back. */
export function useChecklist(task: TaskDetail, onChanged: () => void) {
  const [ahead, setAhead] = useState<Items | null>(null);
  const known = useRef<Items>(task.checklist_items);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  const made = useRef(0);
  const renewed = useRef(new Map<string, string>());
  const remember = useUndo();
  const items = ahead ?? task.checklist_items;
  useEffect(() => {
    if (waiting.current) return;
    known.current = task.checklist_items;
    setAhead(null);
  }, [task.checklist_items]);

  function send(shown: Items, begin: () => Promise<{ items: Items }>, step?: Step) {
    setAhead(shown);
    waiting.current += 1;
    last.current = last.current.then(async () => {
      try {
        known.current = (await begin()).items;
      } catch (error) {
        const current = error instanceof ApiError ? (error.current as ChecklistRecord | undefined) : undefined;
        if (current) known.current = current.items;
        step?.forget();
        showToast({ kind: 'failure', text: `The checklist was not changed. ${reasonOf(error)}` });
      }
      waiting.current -= 1;
      if (waiting.current) return;
      setAhead(known.current);
      onChanged();
    });
  }
  const latest = useRef(items);
  useEffect(() => {
    latest.current = items;
  });
  const isKnown = (id?: string) => known.current.some(({ _id }) => _id === id);
  const versionOf = (id: string) => known.current.find(({ _id }) => _id === id)?.version ?? 1;
  /** What a line is called by now: one that an undo brings back is made anew. */
  function idNow(id: string): string {
    const next = renewed.current.get(id);
    return next ? idNow(next) : id;
  }
  const placeNow = ({ after_id, before_id }: Place): Place =>
    after_id ? { after_id: idNow(after_id) } : before_id ? { before_id: idNow(before_id) } : {};
  function patch(line: string, change: Fields | Place) {
    const id = idNow(line);
    return call('PATCH checklistItem/{id}', { id, version: versionOf(id), ...change });
  }
  function set(item: ChecklistItem, fields: Fields, undoing = false) {
    const { _id: id, title, done } = item;
    const back = fields.title === undefined ? { done } : { title };
    const step = undoing ? undefined : remember(() => setBack(id, fields, back));
    send(
      latest.current.map((one) => (one._id === id ? { ...one, ...fields } : one)),
      () => patch(id, fields),
      step,
    );
  }
  /** Where somebody else has changed the same of it since, that stays. */
  function setBack(line: string, made: Fields, back: Fields) {
    const item = latest.current.find(({ _id }) => _id === idNow(line));
    if (item && (Object.keys(made) as (keyof Fields)[]).every((field) => item[field] === made[field]))
      return set(item, back, true);
    const text = 'The change of the checklist was not undone. Somebody else changed it in the meantime.';
    showToast({ kind: 'failure', text });
  }
  /** Each line of the text becomes one. */
  function add(text: string) {
    const titles = text.split('\n').flatMap((line) => line.trim() || []);
    if (!titles.length) return;
    const fresh = titles.map((title) => ({ _id: `new-${++made.current}`, title, done: false, version: 0 }));
    let added: Items = [];
    const step = remember(() => {
      const ids = new Set([...fresh, ...added].map(({ _id }) => _id));
      send(
        latest.current.filter(({ _id }) => !ids.has(_id)),
        () => takeAway(added),
      );
    });
    const begin = async () => {
      const answer = await call('POST checklistItem', { task_id: task._id, title: titles.join('\n') });
      const first = answer.items.findIndex(({ _id }) => _id === answer._id);
      added = answer.items.slice(first, first + titles.length);
      return answer;
    };
    send([...items, ...fresh], begin, step);
  }
  /** Removes lines that are as they were made. */
  async function takeAway(lines: Items) {
    let left = { items: known.current };
    const isThere = ({ _id, title, done }: ChecklistItem) =>
      left.items.some((one) => one._id === _id && one.title === title && one.done === done);
    if (!lines.every(isThere)) throw changedSince();
    for (const { _id: id } of lines) left = await call('DELETE checklistItem/{id}', { id });
    return left;
  }
  /** Puts a line where another one is; false where it stays. */
  function move(id: string, to: number): boolean {
    const from = items.findIndex(({ _id }) => _id === id);
    const [item, target] = [items[from], items[to]];
    if (!target || !item || from === to) return false;
    const others = without(id);
    const beside = from < to ? { after_id: target._id } : { before_id: target._id };
    const above = others[to - 1]?._id;
    const back = placeOf(id);
    const step = remember(() =>
      send(placed(latest.current, idNow(id), placeNow(back)), async () => {
        const now = known.current.findIndex(({ _id }) => _id === idNow(id));
        if (now < 0 || known.current[now - 1]?._id !== (above && idNow(above))) throw changedSince();
        return patch(id, placeNow(back));
      }),
    );
    send([...others.slice(0, to), item, ...others.slice(to)], () => patch(id, placeNow(beside)), step);
    return true;
  }
  const without = (id: string) => items.filter(({ _id }) => _id !== id);
  function placeOf(id: string): Place {
    const at = items.findIndex(({ _id }) => _id === id);
    const [above, below] = [items[at - 1]?._id, items[at + 1]?._id];
    return above ? { after_id: above } : below ? { before_id: below } : {};
  }
  function remove({ _id: id, title, done }: ChecklistItem) {
    const step = backAgain({ title, done }, placeOf(id), id);
    send(without(id), () => call('DELETE checklistItem/{id}', { id: idNow(id) }), step);
    showUndoable(bidi`“${title}” was removed.`, step);
  }
  /** Ctrl+Z makes the line `id` anew, after `first`, unless it was refused that it goes. */
  function backAgain(line: Required<Fields>, place: Place, id: string, first?: () => Promise<void>): Step {
    const shown = items;
    return remember(() =>
      send(shown, async () => {
        if (isKnown(idNow(id))) return { items: known.current };
        await first?.();
        const there = placeNow(place);
        // Beside a line that is gone it could not be put: it goes to the end.
        const beside = isKnown(there.after_id ?? there.before_id) ? there : {};
        const answer = await call('POST checklistItem', { task_id: task._id, ...line, ...beside });
        renewed.current.set(idNow(id), answer._id);
        return answer;
      }),
    );
  }
  function convert({ _id: id, title, done }: ChecklistItem) {
    let made: string | undefined;
    const step = backAgain({ title, done }, placeOf(id), id, async () => {
      if (made) await removeSubtask(made);
    });
    const begin = async () => {
      const { _id, key } = await call('POST checklistItemToTask/{id}', { id: idNow(id) });
      made = _id;
      showUndoable(`It is the subtask ${key} now.`, step);
      return { items: known.current.filter((one) => one._id !== idNow(id)) };
    };
    send(without(id), begin, step);
  }
  return { items, set, add, move, remove, convert };
}
