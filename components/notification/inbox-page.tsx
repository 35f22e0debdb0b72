'use client';

import { CheckCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { isForTyping, singleKeysAreOn } from '@/components/keys/single-keys';
import { Button } from '@/components/ui/button';
import type { InboxFilter, InboxState } from '@/lib/notification/vocabulary';
import { InboxFilters } from './inbox-filters';
import { InboxList } from './inbox-list';
import { NewPill } from './new-pill';
import { useHeldRows } from './use-held-rows';
import { type FirstPage, useInbox } from './use-inbox';

/** Mounted anew for each state. The bell fetches anew what both show. */
export function InboxPage({ state, first }: { state: InboxState; first: FirstPage }) {
  const [filter, setFilter] = useState<InboxFilter>('all');
  const inbox = useInbox(state, filter, filter === 'all' ? first : undefined);
  const held = useHeldRows(inbox.rows, filter, state === 'inbox' && !inbox.list.isFetching);
  // Before a row has the focus, J and K begin.
  const begin = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!/^[jk]$/i.test(event.key) || isForTyping(event) || !singleKeysAreOn()) return;
    event.preventDefault();
    document.querySelector<HTMLElement>('main [data-notification]')?.focus();
  });
  useEffect(() => {
    window.addEventListener('keydown', begin);
    return () => window.removeEventListener('keydown', begin);
  }, []);
  return (
    <div data-inbox {...held.reader} className="rounded-lg border border-border bg-surface">
      <div className="flex items-center justify-between gap-2 border-b border-border px-4 py-2 max-sm:px-2 max-sm:py-0.5">
        <InboxFilters chosen={filter} onChoose={setFilter} />
        {state === 'inbox' && inbox.rows.some((row) => !row.read_at) && (
          <Button variant="quiet" size="compact" icon={<CheckCheck />} onClick={inbox.markAll}>
            <span className="max-sm:sr-only">Mark all read</span>
          </Button>
        )}
      </div>
      <NewPill waiting={held.waiting} onShow={held.show} place="sticky top-16 h-0" />
      <div ref={held.top} />
      <InboxList inbox={{ ...inbox, rows: held.rows }} state={state} filter={filter} Heading="h2" />
    </div>
  );
}
