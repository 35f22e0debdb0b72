import { useState } from 'react';
import { type Item, parentOf } from '@/components/file/item';
import type { Folder } from '@/components/file/use-folder';
import { showUndoable } from '@/components/keys/show-undoable';
import { rememberSent, useUndo } from '@/components/keys/use-undo';
import { reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import { useRefresh } from '@/components/url/use-refresh';
import { bidi } from '@/lib/bidi';
import { download } from './download';
import { changeItem, copyItem, countWords, type Destination, deleteItem, moveItem, restoreItem } from './item-calls';

/** What asks something before it is done. */
export type Question =
  | { ask: 'move' | 'copy' | 'share'; items: readonly Item[] }
  | { ask: 'versions' | 'access'; item: Item }
  | { ask: 'folder' };

const failed = (what: string, error: unknown) => showToast({ kind: 'failure', text: `${what} ${reasonOf(error)}` });

/** What can be done with items; each change shows a toast, with Undo where there is a way back. */
export function useItemActions(folder: Folder) {
  const refresh = useRefresh();
  const remember = useUndo();
  const [renaming, setRenaming] = useState<string | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [clipboard, setClipboard] = useState<{ items: readonly Item[]; cut: boolean } | null>(null);

  /** Each in turn; what failed is told once. Answers those that were done. */
  async function each(items: readonly Item[], what: string, work: (item: Item) => Promise<void>): Promise<Item[]> {
    const done: Item[] = [];
    for (const item of items) {
      try {
        await work(item);
        done.push(item);
      } catch (error) {
        failed(bidi`${item.name} was not ${what}.`, error);
        break;
      }
    }
    return done;
  }

  async function withUndo(
    sent: Promise<readonly Item[]>,
    textOf: (done: readonly Item[]) => string,
    undo: (done: readonly Item[]) => Promise<void>,
  ): Promise<void> {
    const step = rememberSent(sent, undo, remember);
    const done = await sent;
    if (done.length === 0) return step.forget();
    showUndoable(textOf(done), step);
  }

  function remove(items: readonly Item[]): Promise<void> {
    const sent = each(items, 'deleted', async (item) => {
      await deleteItem(item);
      folder.drop(item._id);
    });
    const words = (done: readonly Item[]) => `${countWords(done)} ${done.length === 1 ? 'is' : 'are'} in the bin.`;
    return withUndo(sent, words, async (done) => {
      await each(done, 'restored', (item) => restoreItem(item));
      await folder.reread();
    });
  }

  async function move(items: readonly Item[], to: Destination, where: string): Promise<void> {
    const from = items.map((item): Destination => ({ folder_id: parentOf(item), project_id: item.project_id }));
    const moved: Item[] = [];
    const sent = each(items, 'moved', async (item) => {
      const after = await moveItem(item, to);
      moved.push(after);
      folder.take(after);
    });
    const words = (done: readonly Item[]) => {
      const hidden = done.filter((item, at) => item.audience === 'client' && moved[at]?.audience === 'internal').length;
      const note = hidden > 0 ? ' What was visible to clients is internal there.' : '';
      return bidi`${countWords(done)} moved to ${where}.${note}`;
    };
    await withUndo(sent, words, async () => {
      await each(moved, 'moved back', async (item) => {
        const back = from[moved.indexOf(item)];
        if (back) folder.take(await moveItem(item, back));
      });
    });
    if (moved.length) refresh();
  }

  async function copy(items: readonly Item[], to: Destination, where: string): Promise<void> {
    const done = await each(items, 'copied', async (item) => folder.take(await copyItem(item, to)));
    if (done.length > 0) showToast({ kind: 'success', text: bidi`${countWords(done)} copied to ${where}.` });
  }

  return {
    renaming,
    question,
    clipboard,
    ask: setQuestion,
    rename: setRenaming,
    saveName: async (item: Item, name: string) => {
      const after = await changeItem(item, { name });
      folder.take(after);
      setRenaming(null);
      const said = [...(after.name === name ? [] : [bidi`Saved as ${after.name}.`]), ...after.notes];
      if (said.length) showToast({ kind: 'info', text: said.join(' ') });
    },
    share: async (items: readonly Item[], audience: 'internal' | 'client') => {
      for (const item of items) folder.take(await changeItem(item, { audience }));
      const words = audience === 'client' ? 'visible to clients' : 'internal';
      showToast({ kind: 'success', text: `${countWords(items)} ${items.length === 1 ? 'is' : 'are'} ${words} now.` });
    },
    remove,
    move,
    copy,
    download,
    keep: (items: readonly Item[], cut: boolean) => {
      setClipboard({ items, cut });
      showToast({
        kind: 'info',
        text: `${countWords(items)} ${cut ? 'cut' : 'copied'}. Open a folder and press Ctrl V.`,
      });
    },
    paste: async (to: Destination, where: string) => {
      if (!clipboard) return;
      if (clipboard.cut) setClipboard(null);
      await (clipboard.cut ? move : copy)(clipboard.items, to, where);
    },
    dropClipboard: () => setClipboard(null),
  };
}

export type ItemActions = ReturnType<typeof useItemActions>;
