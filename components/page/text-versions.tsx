import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf } from '@/components/query/api-client';
import { Ago } from '@/components/ui/ago';
import { Dialog } from '@/components/ui/overlay/dialog';

type Version = { version: number; written_at: string };

/** What a text said before, the latest first. */
export function TextVersions<One extends Version>({
  of,
  versions: { data, error },
  onClose,
  children,
}: {
  /** Such as "comment". */
  of: string;
  versions: Pick<UseQueryResult<{ docs: One[] }>, 'data' | 'error'>;
  onClose: () => void;
  children: (one: One) => ReactNode;
}) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Versions of this ${of}`}>
      {error && <p role="alert">{reasonOf(error)}</p>}
      {!data && !error && <p role="status">Loading</p>}
      <ol aria-label="Versions" className="flex flex-col gap-4">
        {data?.docs.map((one, at) => (
          <li key={one.version} className="flex flex-col gap-1">
            <h3 className="text-xs font-semibold text-text-3">
              {at === 0 ? 'Current version, ' : 'Earlier version, '}
              <Ago at={one.written_at} />
            </h3>
            {children(one)}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
