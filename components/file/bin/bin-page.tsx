import { Trash2 } from 'lucide-react';
import { PageHeader } from '@/components/page/page-header';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import type { BinnedItem } from '@/lib/folder/schema';
import { LazyFileBin } from '../lazy-file-manager';

export function BinPage({ docs, back, now }: { docs: readonly BinnedItem[]; back: string; now: number }) {
  return (
    <>
      <PageHeader title="Deleted files" actions={<ButtonLink href={back}>Back to the files</ButtonLink>} />
      {docs.length === 0 ? (
        <EmptyState icon={<Trash2 />} title="The bin is empty">
          Deleted files and folders stay here for 30 days and can be restored.
        </EmptyState>
      ) : (
        <LazyFileBin docs={docs} now={now} />
      )}
    </>
  );
}
