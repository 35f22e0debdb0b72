'use client';

import { useEffect, useRef, useState } from 'react';
import { useUndo } from '@/components/keys/use-undo';
import { ApiError, call, reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import type { ChecklistRecord } from '@/lib/checklist/schema';
import type { TaskDetail } from '@/lib/task/schema';
import type { ChecklistItem } from '@/lib/task-parts/schema';

type Items = readonly ChecklistItem[];
type Fields = { title?: string; done?: boolean };

/** Changes show at once and are sent one after the other; a refused one says why and goes back. */
export function useChecklist(task: TaskDetail, onChanged: () => void) {
  const [ahead, setAhead] = useState<Items | null>(null);
  const known = useRef<Items>(task.checklist_items);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  const made = useRef(0);
  const remember = useUndo();
  const items = ahead ?? task.checklist_items;
  useEffect(() => {
    if (waiting.current) return;
    known.current = task.checklist_items;
    setAhead(null);
  }, [task.checklist_items]);

  function send(shown: Items, begin: () => Promise<ChecklistRecord>) {
    setAhead(shown);
    waiting.current += 1;
    last.current = last.current.then(async () => {
      try {
        known.current = (await begin()).items;
      } catch (error) {
        const current = error instanceof ApiError ? (error.current as ChecklistRecord | undefined) : undefined;
        if (current) known.current = current.items;
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
  const versionOf = (id: string) => known.current.find(({ _id }) => _id === id)?.version ?? 1;
  function set(item: ChecklistItem, fields: Fields, undoing = false) {
    const { _id: id, title, done } = item;
    if (!undoing) remember(() => setBack(id, fields, fields.title === undefined ? { done } : { title }));
    send(
      latest.current.map((one) => (one._id === id ? { ...one, ...fields } : one)),
      () => call('PATCH checklistItem/{id}', { id, version: versionOf(id), ...fields }),
    );
  }
  /** Where somebody else has changed the same of it since, that stays. */
  function setBack(id: string, made: Fields, back: Fields) {
    const item = latest.current.find(({ _id }) => _id === id);
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
    send([...items, ...fresh], () => call('POST checklistItem', { task_id: task._id, title: titles.join('\n') }));
  }
  /** Puts a line where another one is; false where it stays. */
  function move(id: string, to: number): boolean {
    const from = items.findIndex(({ _id }) => _id === id);
    const [item, target] = [items[from], items[to]];
    if (!target || !item || from === to) return false;
    const others = items.filter((one) => one !== item);
    const beside = from < to ? { after_id: target._id } : { before_id: target._id };
    send([...others.slice(0, to), item, ...others.slice(to)], () =>
      call('PATCH checklistItem/{id}', { id, version: versionOf(id), ...beside }),
    );
    return true;
  }
  const without = (id: string) => items.filter(({ _id }) => _id !== id);
  function remove({ _id: id, title, done }: ChecklistItem) {
    const at = items.findIndex(({ _id }) => _id === id);
    const [above, below] = [items[at - 1]?._id, items[at + 1]?._id];
    const beside = above ? { after_id: above } : below ? { before_id: below } : {};
    send(without(id), () => call('DELETE checklistItem/{id}', { id }));
    const step = remember(() =>
      send(items, () => call('POST checklistItem', { task_id: task._id, title, done, ...beside })),
    );
    showToast({ kind: 'success', text: `“${title}” was removed.`, action: { label: 'Undo', onAction: step.undo } });
  }
  const convert = ({ _id: id }: ChecklistItem) =>
    send(without(id), async () => {
      const { key } = await call('POST checklistItemToTask/{id}', { id });
      showToast({ kind: 'success', text: `It is the subtask ${key} now.` });
      return { items: known.current.filter(({ _id }) => _id !== id) } as ChecklistRecord;
    });
  return { items, set, add, move, remove, convert };
}
