'use client';

import { useQueryClient } from '@tanstack/react-query';
import { Archive, MailOpen } from 'lucide-react';
import { type KeyboardEvent, startTransition, useOptimistic, useRef } from 'react';
import { singleKeysAreOn } from '@/components/keys/single-keys';
import { type Marks, sendMarks } from '@/components/notification/marks';
import { NOTIFICATIONS } from '@/components/notification/notification-query';
import { call, newIdempotencyKey, reasonOf } from '@/components/query/api-client';
import { Ago } from '@/components/ui/ago';
import { IconButton } from '@/components/ui/icon-button';
import { Link } from '@/components/ui/link';
import { showToast } from '@/components/ui/overlay/toast';
import { useRefresh } from '@/components/url/use-refresh';
import { bidi } from '@/lib/bidi';

export type TodayRow = { _id: string; href: string; title: string; about: string | null; created_at: string };

/**
 * The newest unread ones of an inbox, which are read and archived here: by keys U and E. `organisation`: whose, where
 * that is not the open one.
 */
export function TodayInbox({ rows, organisation }: { rows: readonly TodayRow[]; organisation: string | undefined }) {
  const refresh = useRefresh();
  const queries = useQueryClient();
  const [gone, take] = useOptimistic<readonly string[], string>([], (now, id) => [...now, id]);

  const mark = organisation
    ? (marks: Marks) => call('POST markToday', { organisation_id: organisation, marks })
    : undefined;
  // One after the other: an undo must not overtake what it undoes.
  const sending = useRef<Promise<unknown>>(Promise.resolve());

  /** The row goes at once, and comes back where it is refused. */
  function send(marks: Marks, id?: string) {
    startTransition(async () => {
      if (id) take(id);
      const sent = sending.current.then(() => sendMarks(marks, mark));
      sending.current = sent.catch(() => undefined);
      try {
        await sent;
      } catch (error) {
        showToast({ kind: 'failure', text: reasonOf(error) });
      }
      void queries.invalidateQueries({ queryKey: NOTIFICATIONS });
      startTransition(refresh);
    });
  }
  function putAway(id: string, change: { read: true } | { archive: true }, from: Element) {
    const beside = from.closest('li')?.nextElementSibling ?? from.closest('li')?.previousElementSibling;
    (beside?.querySelector('a') ?? document.getElementById('main'))?.focus();
    const as = newIdempotencyKey();
    send({ ids: [id], as, ...change }, id);
    const undo: Marks = { ids: [id], undoes: as, ...('archive' in change ? { archive: false } : { read: false }) };
    const text = 'archive' in change ? 'Archived' : 'Marked read';
    showToast({ kind: 'info', text, action: { label: 'Undo', onAction: () => send(undo) } });
  }
  function onKeyDown(event: KeyboardEvent, id: string) {
    const key = event.key.toLowerCase();
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !singleKeysAreOn()) return;
    if (key !== 'e' && key !== 'u') return;
    event.preventDefault();
    putAway(id, key === 'e' ? { archive: true } : { read: true }, event.currentTarget);
  }

  return rows
    .filter(({ _id }) => !gone.includes(_id))
    .map(({ _id, href, title, about, created_at }) => (
      <li key={_id} className="flex items-center gap-1" onKeyDown={(event) => onKeyDown(event, _id)}>
        <Link
          href={href}
          prefetch={false}
          onClick={() => void sendMarks({ ids: [_id], read: true }, mark).catch(() => undefined)}
          className="block min-w-0 flex-1 rounded-sm px-1 py-2 hover:bg-hover focus-visible:-outline-offset-2"
        >
          {/* A sentence of ours may begin with a name of theirs. */}
          <span dir="ltr" className="line-clamp-2 text-base">
            {title}
          </span>
          <span className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-text-2">
            <span dir="auto">{about}</span>
            <Ago at={created_at} />
          </span>
        </Link>
        <IconButton
          size="compact"
          label={bidi`Mark read: ${about ?? title}`}
          icon={<MailOpen />}
          onClick={({ currentTarget }) => putAway(_id, { read: true }, currentTarget)}
        />
        <IconButton
          size="compact"
          label={bidi`Archive: ${about ?? title}`}
          icon={<Archive />}
          onClick={({ currentTarget }) => putAway(_id, { archive: true }, currentTarget)}
        />
      </li>
    ));
}
