'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import { Fragment, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import { useFormats } from '@/components/ui/formats';
import { bidi } from '@/lib/bidi';
import { goesOn } from './history-window';
import { NewLine } from './message/new-line';
import { useLogKeys } from './message/use-log-keys';
import { Message } from './message-item';
import { PendingMessages, usePendingMessages } from './pending-messages';
import type { useReading } from './reading/use-reading';
import type { useHistory } from './use-history';
import { useKeptPlace, whenShown } from './use-kept-place';
import type { MessageTools } from './use-message-actions';

/** Whoever was away for longer may have missed what nobody told: their connection slept too (ms). */
const LONG_AWAY = 30_000;

type HistoryProps = MessageTools & {
  history: ReturnType<typeof useHistory>;
  reading: Pick<ReturnType<typeof useReading>, 'comeBack' | 'line' | 'see'>;
  /** Shown first, and marked. */
  focus: string | null;
  onNewest: () => void;
  /** Where what was unread begins; undefined: nothing was. */
  onFirstUnread?: () => void;
  /** Where the Tab key goes on behind the messages. */
  field: RefObject<HTMLElement | null>;
};

export function History({ history, reading, focus, onNewest, onFirstUnread, field, ...tools }: HistoryProps) {
  const formats = useFormats();
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { window: shown, opened, failed, reader, atEnd } = history;
  const docs = shown?.docs ?? [];
  const pending = usePendingMessages(tools.room._id, null, docs);
  const onKeyDown = useLogKeys(field);
  const place = useKeptPlace(
    { scroller, content, atEnd, whole: shown?.next === null },
    shown ? `${docs[0]?._id} ${docs.at(-1)?._id} ${docs.length} ${pending.length}` : undefined,
  );
  const { room } = tools;
  const { to: readTo, set } = reading.line;
  const firstUnread = readTo === undefined ? -1 : readTo === null ? 0 : docs.findIndex(({ _id }) => _id === readTo) + 1;
  const marked = firstUnread > 0 || (readTo === null && !shown?.prev) ? firstUnread : -1;

  const begin = useEffectEvent(() => {
    const row = focus && scroller.current?.querySelector<HTMLElement>(`[data-message="${focus}"]`);
    if (row) {
      place.show(row, 'center');
      row.focus({ preventScroll: true });
    } else if (docs[marked] && opened === 1)
      place.show(scroller.current?.querySelector('[data-new]') ?? null, 'center');
    else {
      place.end();
      // The end of what is shown is not the room's where it was opened elsewhere.
      if (shown?.next) atEnd.current = false;
    }
    look();
  });
  useLayoutEffect(() => {
    if (opened || focus) begin();
  }, [opened, focus]);

  // Who sends something sees it.
  const sent = useRef(0);
  const { end } = place;
  useLayoutEffect(() => {
    if (pending.length > sent.current) end();
    sent.current = pending.length;
  }, [pending.length, end]);

  /** Since when nobody has it in sight: what is said meanwhile is new to whoever comes back. */
  const away = useRef<number | null>(null);
  /** How much lies below what is in sight: nothing, less than a screen, or more. */
  const [below, setBelow] = useState<'none' | 'some' | 'more'>('none');
  const asking = useRef(false);
  const [returns, setReturns] = useState(0);
  async function comeBack(since: number) {
    if (asking.current) return;
    asking.current = true;
    if (Date.now() - since > LONG_AWAY) await reader.follow();
    asking.current = false;
    setReturns((now) => now + 1);
  }
  const returned = useEffectEvent(() => {
    // What was missed is not known yet.
    if (failed || away.current === null) return;
    away.current = null;
    if (!reading.comeBack(shown?.next ? room.unread_count > 0 : undefined)) look();
  });
  useEffect(() => {
    if (returns) returned();
  }, [returns]);

  const look = useEffectEvent(() => {
    place.note();
    const box = scroller.current;
    const hidden = document.visibilityState !== 'visible';
    if (shown && (!box?.clientHeight || hidden)) away.current ??= Date.now();
    // What is in a closed drawer is not read.
    if (!box?.clientHeight || !shown) return;
    const ahead = box.clientHeight;
    if (box.scrollTop < ahead && shown.prev) void reader.older();
    const rest = box.scrollHeight - box.scrollTop - box.clientHeight;
    if (rest < ahead && shown.next) reader.newer();
    setBelow(atEnd.current ? 'none' : rest > ahead ? 'more' : 'some');
    if (hidden) return;
    if (away.current !== null) void comeBack(away.current);
    else if (atEnd.current && !shown.next) reading.see();
  });
  function toEnd() {
    place.end();
    scroller.current?.focus({ preventScroll: true });
    look();
  }
  const toLine = useEffectEvent(() => {
    const row = atEnd.current ? scroller.current?.querySelector<HTMLElement>('[data-new]') : null;
    if (row) place.show(row, 'center');
    look();
  });
  useLayoutEffect(() => {
    if (set) toLine();
  }, [set]);
  const ends = `${docs.at(-1)?._id} ${shown?.prev} ${shown?.next} ${failed}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown has changed
  useEffect(() => look(), [ends]);
  useEffect(() => {
    const seen = () => look();
    document.addEventListener('visibilitychange', seen);
    const end = whenShown(seen);
    return () => {
      document.removeEventListener('visibilitychange', seen);
      end();
    };
  }, []);

  if (!shown)
    return failed ? (
      <div className="flex-1 p-4">
        <ErrorState title="The messages could not be loaded" onRetry={onNewest} />
      </div>
    ) : (
      <div className="flex-1" aria-busy="true" />
    );
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={bidi`Messages of ${room.name}`}
        onKeyDown={onKeyDown}
        onScroll={() => look()}
        className="min-h-0 flex-1 overflow-y-auto py-3 [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div ref={content}>
          {docs.length === 0 && pending.length === 0 && (
            <p className="px-4 py-8 text-center text-text-3">Nothing has been said here yet.</p>
          )}
          {docs.map((message, at) => {
            const before = docs[at - 1];
            const day = formats.dayOf(message.created_at);
            const fresh = !before || formats.dayOf(before.created_at) !== day;
            return (
              <Fragment key={message._id}>
                {fresh && <p className="my-2 text-center text-xs font-semibold text-text-3">{day}</p>}
                {at === marked && <NewLine />}
                <Message message={message} brief={!fresh && at !== marked && goesOn(message, before)} {...tools} />
              </Fragment>
            );
          })}
          <PendingMessages pending={pending} />
        </div>
      </div>
      {failed && (
        <p role="alert" className="flex items-center gap-2 border-t border-border px-4 py-1 text-sm text-danger-text">
          Messages may be missing here.
          <Button size="compact" onClick={() => reader.resume()}>
            Retry
          </Button>
        </p>
      )}
      {onFirstUnread && marked < 0 && (
        <span className="absolute inset-x-0 top-2 flex justify-center">
          <Button icon={<ArrowUp />} onClick={onFirstUnread}>
            To the first unread
          </Button>
        </span>
      )}
      {(shown.next || below === 'more' || (below === 'some' && room.unread_count > 0)) && (
        <span className="absolute inset-x-0 bottom-2 flex justify-center">
          <Button icon={<ArrowDown />} onClick={shown.next ? onNewest : toEnd}>
            {room.unread_count > 0 ? `${room.unread_count} new` : 'To the newest'}
          </Button>
        </span>
      )}
    </div>
  );
}
