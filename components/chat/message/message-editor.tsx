'use client';

import { useEffect, useRef, useState } from 'react';
import { ConflictBox } from '@/components/draft/lazy-conflict-box';
import { useTextDraft } from '@/components/draft/use-text-draft';
import { Button } from '@/components/ui/button';
import type { RoomRecord } from '@/lib/room/schema';
import { CallQuestion, callsRoom, manyCalled } from './call-question';

/** Enter saves, Escape gives up; what was written is kept until then. */
export function MessageEditor({
  id,
  body,
  room,
  pending,
  onSave,
  onClose,
}: {
  id: string;
  /** As it is now. */
  body: string;
  room: RoomRecord;
  pending: boolean;
  onSave: (written: string) => Promise<boolean>;
  onClose: () => void;
}) {
  const { text, write, theirs, settled, takeMine, forget } = useTextDraft(`message:${id}`, body);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const [asking, setAsking] = useState<number | null>(null);
  async function save(sure = false) {
    if (!settled()) return;
    const written = text.trim();
    if (!sure && (await callsRoom(written)) && !(await callsRoom(body))) {
      const people = await manyCalled(room);
      // It was written on meanwhile.
      if (field.current?.value.trim() !== written) return;
      if (people !== null) return setAsking(people);
    }
    setAsking(null);
    if (await onSave(written)) forget();
  }
  function leave() {
    forget();
    onClose();
  }
  return (
    <div className="flex flex-col gap-2 py-1">
      <textarea
        dir="auto"
        ref={field}
        aria-label="Message"
        value={text}
        data-limit={20_000}
        onChange={({ target }) => {
          setAsking(null);
          write(target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            leave();
          }
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void save();
        }}
        className="block field-sizing-content min-h-9 w-full resize-none rounded-sm border border-border-strong bg-surface px-2.5 py-1.5 text-read focus-visible:outline-offset-0 pointer-coarse:text-lg"
      />
      {theirs !== null && (
        <ConflictBox
          what="message"
          theirs={theirs}
          mine={text}
          onTheirs={leave}
          onMine={() => {
            takeMine();
            void save();
          }}
        />
      )}
      {asking !== null ? (
        <CallQuestion
          people={asking}
          onBack={() => {
            setAsking(null);
            field.current?.focus();
          }}
          onCall={() => void save(true)}
        />
      ) : (
        <div className="flex gap-2">
          <Button variant="primary" size="compact" pending={pending} pendingText="Saving" onClick={() => void save()}>
            Save
          </Button>
          <Button size="compact" onClick={leave}>
            Cancel
          </Button>
        </div>
      )}
    </div>
  );
}
