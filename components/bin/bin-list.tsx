'use client';

import { Ago } from '@/components/ui/ago';
import { Avatar } from '@/components/ui/avatar';
import { Badge } from '@/components/ui/badge';
import { isolated } from '@/lib/bidi';
import type { BinnedRecord } from '@/lib/bin/schema';
import { restore } from './bin-calls';
import { BinCommands } from './bin-commands';

const loadPurge = () => import('./purge-dialog').then((module) => module.PurgeDialog);

const DAY = 86_400_000;
/** From here on the remaining days are highlighted. */
const SOON = 3;

/** `text`: "12 days left", "removed within a day". */
export function daysLeft(removedAt: string, now: number): { days: number; text: string } {
  const days = Math.max(0, Math.ceil((Date.parse(removedAt) - now) / DAY));
  return { days, text: days <= 1 ? 'removed within a day' : `${days} days left` };
}

export function BinList({ docs, now }: { docs: readonly BinnedRecord[]; now: number }) {
  return (
    <ul
      aria-label="Deleted"
      className="divide-y divide-border overflow-hidden rounded-lg border border-border bg-surface"
    >
      {docs.map((one) => (
        <li
          key={one._id}
          // Gets the focus when the row before it is gone.
          tabIndex={-1}
          className="grid items-center gap-x-4 gap-y-2 px-4 py-3 hover:bg-hover md:grid-cols-[minmax(0,1fr)_220px_112px_auto]"
        >
          <div className="min-w-0">
            <p dir="auto" className="truncate text-base font-medium" title={one.name}>
              {one.name}
            </p>
            <p className="flex flex-wrap items-center gap-x-2 text-xs text-text-3">
              {one.kind === 'project' && <Badge>Project</Badge>}
              <span className="tabular-nums">{one.key}</span>
              <span dir="auto" className="min-w-0 truncate">
                {one.project ? one.project.name : `${one.task_count} ${one.task_count === 1 ? 'task' : 'tasks'}`}
              </span>
            </p>
          </div>
          <DeletedBy one={one} />
          <Remaining one={one} now={now} />
          <Commands one={one} />
        </li>
      ))}
    </ul>
  );
}

function DeletedBy({ one: { deleted_by: who, deleted_at: at } }: { one: BinnedRecord }) {
  return (
    <p className="flex min-w-0 items-center gap-2 text-sm text-text-2">
      {who && <Avatar person={{ id: who._id, name: who.name, picture: who.pic }} size={24} beside />}
      <span className="min-w-0 truncate">
        {who ? isolated(who.name) : 'Deleted'} <Ago at={at} />
      </span>
    </p>
  );
}

function Remaining({ one, now }: { one: BinnedRecord; now: number }) {
  const { days, text } = daysLeft(one.removed_at, now);
  return (
    <p dir="auto" className={days <= SOON ? 'text-sm font-semibold text-warn-text' : 'text-sm text-text-2'}>
      {text}
    </p>
  );
}

const Commands = ({ one }: { one: BinnedRecord }) => (
  <BinCommands
    name={one.kind === 'task' ? one.key : one.name}
    purge={one.rights.purge ? { load: loadPurge, given: { one } } : null}
    onRestore={one.rights.restore ? () => restore(one) : null}
  />
);
