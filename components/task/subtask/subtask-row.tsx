'use client';

import type { ComponentType } from 'react';
import { useOnDemand } from '@/components/overlay/on-demand';
import { AssigneeStack } from '@/components/person/assignee-stack';
import { ClientBadge } from '@/components/ui/badge';
import { DueDate } from '@/components/ui/due-date';
import { Link } from '@/components/ui/link';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { StatusName } from '@/components/workflow/task-status';
import { bidi } from '@/lib/bidi';
import type { TaskCard } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import { rightsOn, type Viewer } from '../task-rights';
import { StillTick, Tick } from '../tick';

export type BelowProps = {
  parent: TaskCard;
  viewer: Viewer;
  today: string;
  waiting: ReadonlySet<string>;
};

type SubtaskRowProps = Omit<BelowProps, 'parent'> & {
  subtask: TaskCard;
  /** Of what lists the tasks below; the same function at every render. */
  loadBelow: () => Promise<ComponentType<BelowProps>>;
  onMove: (subtask: TaskCard, status: number) => void;
};

/** A subtask; what is below it is read when it is unfolded. */
export function SubtaskRow({ subtask, loadBelow, onMove, ...shared }: SubtaskRowProps) {
  const { viewer, today, waiting } = shared;
  const hrefTo = useOrganisationLinks();
  const { Part: Below, open, setOpen, opener } = useOnDemand(loadBelow);
  const { key, title, subtask_progress: below } = subtask;
  const done = subtask.status === COMPLETED;
  return (
    <li className="@container">
      <div className="flex min-h-10 items-center gap-2 px-3 @max-lg:min-h-14">
        <span className="-ml-2">
          {rightsOn(viewer, subtask).move ? (
            <Tick of={subtask} name={bidi`${key} ${title}`} onTick={(status) => onMove(subtask, status)} />
          ) : (
            <StillTick of={subtask} />
          )}
        </span>
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
          <Link
            dir="auto"
            href={hrefTo(`taskpage?task=${key}`)}
            prefetch={false}
            className="min-w-0 flex-1 truncate rounded-xs text-base hover:underline @max-lg:basis-full @max-lg:py-0.5"
          >
            {title}
          </Link>
          <span className="text-xs text-text-3 tabular-nums">{key}</span>
          {below && (
            <button
              type="button"
              aria-expanded={open}
              {...opener}
              onClick={Below ? () => setOpen(!open) : opener.onClick}
              className="chip"
            >
              {below.done} of {below.total} below<span className="sr-only"> {key}</span>
            </button>
          )}
          {viewer.role !== 'client' && subtask.audience === 'client' && <ClientBadge />}
          {waiting.has(subtask._id) && <span className="mark-waiting text-xs">Waiting</span>}
          <DueDate date={subtask.due_date} today={today} done={done} />
          {/* The circle says it too. */}
          <span className="w-24 text-xs text-text-2 @max-2xl:sr-only">
            <StatusName of={subtask} />
          </span>
        </span>
        <AssigneeStack task={subtask} size={20} />
      </div>
      {below && open && Below && <Below parent={subtask} {...shared} />}
    </li>
  );
}
