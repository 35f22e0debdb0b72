'use client';

import { useQuery } from '@tanstack/react-query';
import { RenderedText } from '@/components/page/rendered-text';
import { reasonOf } from '@/components/query/api-client';
import { Ago } from '@/components/ui/ago';
import { Dialog } from '@/components/ui/overlay/dialog';
import { versionsQuery } from './versions-query';

/** What a comment said before, the latest first. */
export function VersionsDialog({ id, version, onClose }: { id: string; version: number; onClose: () => void }) {
  const { data, error } = useQuery(versionsQuery(id, version));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Versions of this comment">
      {error && <p role="alert">{reasonOf(error)}</p>}
      {!data && !error && <p role="status">Loading</p>}
      <ol aria-label="Versions" className="flex flex-col gap-4">
        {data?.docs.map((one, at) => (
          <li key={one.version} className="flex flex-col gap-1">
            <h3 className="text-xs font-semibold text-text-3">
              {at === 0 ? 'Current version, ' : 'Earlier version, '}
              <Ago at={one.written_at} />
            </h3>
            {one.body_html ? <RenderedText html={one.body_html} /> : <p className="text-text-3">No words</p>}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
