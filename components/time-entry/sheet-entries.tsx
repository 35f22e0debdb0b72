'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Remember } from '@/components/keys/use-undo';
import { LoadError } from '@/components/query/load-error';
import type { EditorProps } from '@/components/ui/form/editor';
import { Popover } from '@/components/ui/overlay/popover';
import { SkeletonRows } from '@/components/ui/skeleton';
import { sheetEntriesQuery } from './sheet-query';
import { TimeLine } from './time-line';

/** The entries of one task, member and day. */
export function SheetEntries({
  asked,
  name,
  remember,
  onChanged,
  ...popover
}: EditorProps & {
  asked: { task_id: string; member_id: string; from: string; to: string };
  name: string;
  remember: Remember;
  onChanged: () => void;
}) {
  const entries = useQuery({
    ...sheetEntriesQuery(asked),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const changed = () => {
    void entries.refetch();
    onChanged();
  };
  return (
    <Popover {...popover} label={name} size="panel">
      <div className="p-4">
        {entries.isError ? (
          <LoadError title="Time could not be loaded" of={entries} />
        ) : !entries.data ? (
          <SkeletonRows rows={2} rowHeight={44} label="Loading time entries" />
        ) : entries.data.length === 0 ? (
          <p className="text-base text-text-3">Nothing logged any more.</p>
        ) : (
          <ul aria-label="Logged time" className="flex flex-col">
            {entries.data.map((entry) => (
              <TimeLine key={entry._id} entry={entry} remember={remember} onChanged={changed} />
            ))}
          </ul>
        )}
      </div>
    </Popover>
  );
}
