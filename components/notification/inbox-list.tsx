'use client';

import { Archive, Bell, Clock } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { singleKeysAreOn } from '@/components/keys/single-keys';
import { newIdempotencyKey } from '@/components/query/api-client';
import { LoadError } from '@/components/query/load-error';
import { Button } from '@/components/ui/button';
import { useFormats } from '@/components/ui/formats';
import { showToast } from '@/components/ui/overlay/toast';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { NotificationRecord } from '@/lib/notification/schema';
import type { InboxFilter, InboxState } from '@/lib/notification/vocabulary';
import { subjectIn } from '@/lib/notification/vocabulary.row';
import { groupsOf } from './held-rows';
import type { Marks } from './marks';
import { NotificationRow } from './notification-row';
import type { useInbox } from './use-inbox';

const ReplyPart = dynamic(() => import('./reply-part').then((part) => part.ReplyPart));

const EMPTY: Record<InboxState, { icon: ReactNode; text: string }> = {
  inbox: { icon: <Bell className="size-5 text-text-3" />, text: 'You are up to date.' },
  archived: { icon: <Archive className="size-5 text-text-3" />, text: 'Nothing is archived.' },
  snoozed: { icon: <Clock className="size-5 text-text-3" />, text: 'Nothing is snoozed.' },
};

/** Rows by mouse and keys: J and K walk, E archives, H snoozes, U is unread or read, Shift U reads all, R answers, Enter opens. */
export function InboxList({
  inbox: { list, rows, mark, markAll },
  state,
  filter,
  Heading,
  onLeave,
}: {
  inbox: Omit<ReturnType<typeof useInbox>, 'rows'> & { rows: readonly NotificationRecord[] };
  state: InboxState;
  filter: InboxFilter;
  /** Of Today and Earlier, below the title around it. */
  Heading: 'h2' | 'h3';
  onLeave?: () => void;
}) {
  const box = useRef<HTMLUListElement>(null);
  /** What is answered, as it was when that began. */
  const [answered, setAnswered] = useState<NotificationRecord | null>(null);
  const [snoozing, setSnoozing] = useState<string | null>(null);
  /** Whose row takes the focus when it is drawn: the one after a row that went, or what was answered. */
  const [next, setNext] = useState<string | null>(null);
  const going = useRef<string | null>(null);
  /** Whose row, or part of it, has the focus. */
  const held = useRef<string | null>(null);
  const order = useRef<readonly string[]>([]);
  const links = () => [...(box.current?.querySelectorAll<HTMLElement>('[data-notification]') ?? [])];
  const linkOf = (id: string | undefined) => links().find((link) => link.dataset.notification === id);

  useEffect(() => {
    if (next === null) return;
    linkOf(rows.find((row) => row._id === next || subjectIn(row) === next)?._id)?.focus();
    setNext(null);
  });
  // What is read leaves the unread ones when the list is read again: the focus goes on to the row that took its place.
  useEffect(() => {
    const there = rows.map(subjectIn);
    const { current: lost } = held;
    if (lost !== null && !there.includes(lost) && document.activeElement === document.body) {
      const at = order.current.indexOf(lost);
      const beside = [...order.current.slice(at + 1), ...order.current.slice(0, at).reverse()];
      const successor = beside.find((one) => there.includes(one));
      held.current = null;
      if (successor) linkOf(rows.find((row) => subjectIn(row) === successor)?._id)?.focus();
      else box.current?.closest('[data-inbox]')?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus();
    }
    order.current = there;
  });

  const putAway = (row: NotificationRecord, change: Marks, words: string) => {
    const at = rows.indexOf(row);
    const as = newIdempotencyKey();
    const undo: Marks = {
      ids: [row._id],
      undoes: as,
      ...(change.snooze_until !== undefined
        ? { snooze_until: null, ...(row.read_at ? { read: true } : {}) }
        : { archive: !change.archive }),
    };
    mark({ ids: [row._id], as, ...change });
    going.current = (rows[at + 1] ?? rows[at - 1])?._id ?? null;
    setNext(going.current);
    showToast({ kind: 'info', text: words, action: { label: 'Undo', onAction: () => mark(undo) } });
  };
  const act = {
    read: (row: NotificationRecord, read: boolean) => mark({ ids: [row._id], read }),
    archive: (row: NotificationRecord) =>
      state === 'archived'
        ? putAway(row, { archive: false }, 'Moved back to the inbox')
        : putAway(row, { archive: true }, 'Archived'),
    snooze: (row: NotificationRecord, until: Date | null, words = 'Moved back to the inbox') =>
      until
        ? putAway(row, { snooze_until: until.toISOString() }, `Snoozed: ${words}`)
        : mark({ ids: [row._id], snooze_until: null }),
    reply: setAnswered,
  };
  function closeReply(row: NotificationRecord) {
    setAnswered(null);
    setNext(subjectIn(row));
  }

  const rowAt = (target: Element) => {
    const id = target.closest('li')?.querySelector<HTMLElement>('[data-notification]')?.dataset.notification;
    return rows.find(({ _id }) => _id === id);
  };
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const row = rowAt(target);
    held.current = row ? subjectIn(row) : null;
  };
  const onBlur = ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
    // Of what is taken out of the page the browser tells the same as of a click beside it.
    queueMicrotask(() => {
      if (!relatedTarget && target.isConnected && document.hasFocus()) held.current = null;
    });
    if (relatedTarget && !box.current?.contains(relatedTarget)) held.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || !singleKeysAreOn() || target.closest('[role=menu], fieldset'))
      return;
    const row = rowAt(target);
    const key = event.key.toLowerCase();
    const all = links();
    const at = all.findIndex((link) => link.dataset.notification === row?._id);
    if (key === 'j' || event.key === 'ArrowDown') all[Math.min(at + 1, all.length - 1)]?.focus();
    else if (key === 'k' || event.key === 'ArrowUp') all[Math.max(at - 1, 0)]?.focus();
    // Held down, the others do what they do once.
    else if (event.repeat) return;
    else if (key === 'e' && row) act.archive(row);
    else if (key === 'h' && row) {
      if (state === 'snoozed') act.snooze(row, null);
      else {
        going.current = row._id;
        setSnoozing(row._id);
      }
    } else if (key === 'u' && event.shiftKey) {
      if (state === 'inbox') markAll();
    } else if (key === 'u' && row) act.read(row, !row.read_at);
    else if (key === 'r' && row?.rights.reply) act.reply(row);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const { icon, text } = EMPTY[state];
  const formats = useFormats();
  const today = formats.today();
  const groups = state === 'inbox' ? groupsOf(rows, (moment) => formats.today(Date.parse(moment)) === today) : null;
  return (
    <div>
      {list.isError && (
        <div className="p-3">
          <LoadError title="Could not refresh" of={list} />
        </div>
      )}
      {list.isPending && (
        <div className="px-4">
          <SkeletonRows rows={6} rowHeight={64} label="Loading notifications" />
        </div>
      )}
      {!list.isPending && rows.length === 0 && !list.isError && (
        <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
          {icon}
          <p dir="auto" className="text-base text-text-2">
            {filter === 'all' ? text : 'Nothing fits this filter.'}
          </p>
        </div>
      )}
      <ul
        ref={box}
        aria-label="Notifications"
        aria-busy={list.isFetching}
        className="divide-y divide-border"
        onFocus={onFocus}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
      >
        {rows.map((row) => (
          <li key={subjectIn(row)}>
            {groups?.has(row) && (
              <Heading className="bg-sunken px-4 py-1 text-xs font-semibold text-text-2" suppressHydrationWarning>
                {groups.get(row)}
              </Heading>
            )}
            <NotificationRow
              row={row}
              state={state}
              act={act}
              snoozing={snoozing === row._id}
              onSnoozing={(open) => {
                if (open) going.current = row._id;
                setSnoozing(open ? row._id : null);
              }}
              afterMenu={() => linkOf(going.current ?? row._id) ?? null}
              onOpen={() => {
                if (!row.read_at) mark({ ids: [row._id], read: true });
                onLeave?.();
              }}
            />
            {answered && subjectIn(answered) === subjectIn(row) && (
              <ReplyPart
                row={answered}
                onSent={() => {
                  closeReply(row);
                  if (!row.read_at) mark({ ids: [row._id], read: true });
                }}
                onClose={() => closeReply(row)}
              />
            )}
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="p-2">
          <Button variant="quiet" wide pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show earlier ones
          </Button>
        </div>
      )}
    </div>
  );
}
