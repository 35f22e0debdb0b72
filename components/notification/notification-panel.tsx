'use client';

import { CheckCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { AllLink } from '@/components/page/all-link';
import { Button } from '@/components/ui/button';
import { Popover } from '@/components/ui/overlay/popover';
import { useShell } from '@/components/viewer/shell-context';
import type { InboxFilter } from '@/lib/notification/vocabulary';
import { linksOf } from '@/lib/tenant/organisation-path';
import { InboxFilters } from './inbox-filters';
import { InboxList } from './inbox-list';
import { NewPill } from './new-pill';
import { useHeldRows } from './use-held-rows';
import { useInbox } from './use-inbox';

export function NotificationPanel({
  trigger,
  open,
  onOpenChange,
}: {
  trigger: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Popover trigger={trigger} label="Notifications" size="panel" align="end" open={open} onOpenChange={onOpenChange}>
      {open && <Panel onLeave={() => onOpenChange(false)} />}
    </Popover>
  );
}

function Panel({ onLeave }: { onLeave: () => void }) {
  const { organisation } = useShell();
  const [filter, setFilter] = useState<InboxFilter>('all');
  const inbox = useInbox('inbox', filter);
  const held = useHeldRows(inbox.rows, filter, !inbox.list.isFetching);
  // The long form, also under the organisation's own host.
  const hrefTo = linksOf(organisation.key, null);
  return (
    <div data-inbox {...held.reader}>
      <div className="sticky top-0 z-sticky border-b border-border bg-surface px-4 pt-1 pb-2">
        <div className="flex min-h-10 items-center justify-between gap-2">
          <h2 className="text-base font-semibold">Notifications</h2>
          {inbox.rows.some((row) => !row.read_at) && (
            <Button variant="quiet" size="compact" icon={<CheckCheck />} onClick={inbox.markAll}>
              Mark all read
            </Button>
          )}
        </div>
        <InboxFilters chosen={filter} onChoose={setFilter} />
        <NewPill waiting={held.waiting} onShow={held.show} place="absolute inset-x-0 top-full" />
      </div>
      <div ref={held.top} />
      <InboxList inbox={{ ...inbox, rows: held.rows }} state="inbox" filter={filter} Heading="h3" onLeave={onLeave} />
      <div className="border-t border-border p-2 text-center">
        <AllLink href={hrefTo('notifications')} onClick={onLeave}>
          Open the inbox
        </AllLink>
      </div>
    </div>
  );
}
