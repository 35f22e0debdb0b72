'use client';

import { BinCommands } from '@/components/bin/bin-commands';
import { daysLeft } from '@/components/bin/bin-list';
import { reasonOf } from '@/components/query/api-client';
import { Ago } from '@/components/ui/ago';
import { showToast } from '@/components/ui/overlay/toast';
import { bidi, isolated } from '@/lib/bidi';
import { sizeWords } from '@/lib/file/vocabulary';
import type { BinnedItem } from '@/lib/folder/schema';
import { restoreItem } from '../change/item-calls';
import { markOf } from '../item';
import { Mark } from '../list/item-parts';

const loadPurge = () => import('./purge-file-dialog').then((module) => module.PurgeFileDialog);

export function FileBin({ docs, now }: { docs: readonly BinnedItem[]; now: number }) {
  return (
    <ul
      aria-label="Deleted"
      className="divide-y divide-border overflow-hidden rounded-lg border border-border bg-surface"
    >
      {docs.map((one) => (
        <li
          key={one._id}
          className="grid items-center gap-x-4 gap-y-1 px-4 py-2 md:grid-cols-[minmax(0,1fr)_200px_120px_auto]"
        >
          <div className="flex min-w-0 items-center gap-2">
            {one.type === null ? <Mark mark="folder" word="Folder" /> : <Mark {...markOf(one.type)} />}
            <div className="min-w-0">
              <p dir="auto" className="truncate text-base font-medium" title={one.name}>
                {one.name}
              </p>
              <p className="text-xs text-text-3">
                {one.size === null
                  ? `${one.file_count} ${one.file_count === 1 ? 'file' : 'files'} come back with it`
                  : sizeWords(one.size)}
              </p>
            </div>
          </div>
          <p className="truncate text-sm text-text-2">
            {isolated(one.deleted_by?.name) ?? 'Deleted'} <Ago at={one.deleted_at} />
          </p>
          <p dir="auto" className="text-sm text-text-2">
            {daysLeft(one.removed_at, now).text}
          </p>
          <Commands one={one} />
        </li>
      ))}
    </ul>
  );
}

async function restore(one: BinnedItem): Promise<boolean> {
  try {
    await restoreItem(one);
    showToast({ kind: 'success', text: bidi`${one.name} is restored.` });
    return true;
  } catch (error) {
    showToast({ kind: 'failure', text: bidi`${one.name} was not restored. ${reasonOf(error)}` });
    return false;
  }
}

const Commands = ({ one }: { one: BinnedItem }) => (
  <BinCommands
    name={one.name}
    purge={one.rights.purge ? { load: loadPurge, given: { one } } : null}
    onRestore={one.rights.restore ? () => restore(one) : null}
  />
);
