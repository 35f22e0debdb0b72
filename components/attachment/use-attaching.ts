import { useEffect, useRef, useState } from 'react';
import type { UploadPlace } from '@/components/file/upload/queue';
import type { FileRecord } from '@/lib/file/schema';

/** A file on its way. `problem`: why it did not arrive. */
export type Sending = { id: number; file: File; sent: number; problem?: string };

let last = 0;

/**
 * Sends files one after the other; `onAttached` gets each that arrived, `onCancelled` each that was given up. The code that
 * sends is fetched with the first.
 */
export function useAttaching(
  place: UploadPlace | null,
  onAttached: (record: FileRecord, file: File) => void,
  onCancelled?: (file: File) => void,
) {
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const stops = useRef(new Map<number, AbortController>());
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    const { current } = stops;
    return () => {
      for (const stop of current.values()) stop.abort();
    };
  }, []);

  const patch = (id: number, changes: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)));

  async function run({ id, file }: Sending): Promise<void> {
    const stop = new AbortController();
    stops.current.set(id, stop);
    try {
      const { sendFile } = await import('@/components/file/upload/send');
      if (stop.signal.aborted || !place) return;
      const { name, size } = file;
      const upload = {
        id: `attachment-${id}`,
        name,
        size,
        sent: 0,
        state: 'sending',
        place,
        where: 'a task',
        file,
      } as const;
      const record = await sendFile(upload, { signal: stop.signal, onProgress: (sent) => patch(id, { sent }) });
      setSending((all) => all.filter((one) => one.id !== id));
      if (record) onAttached(record, file);
    } catch (error) {
      if (!stop.signal.aborted)
        patch(id, {
          sent: 0,
          problem: error instanceof Error ? error.message : 'The file was not attached. Try again.',
        });
    } finally {
      stops.current.delete(id);
    }
  }
  const start = (one: Sending) => {
    turn.current = turn.current.then(() => run(one));
  };

  return {
    sending,
    add: (files: readonly File[]) => {
      const added = files.map((file): Sending => ({ id: ++last, file, sent: 0 }));
      setSending((all) => [...all, ...added]);
      for (const one of added) start(one);
    },
    retry: (one: Sending) => {
      patch(one.id, { problem: undefined });
      start(one);
    },
    cancel: ({ id, file }: Sending) => {
      stops.current.get(id)?.abort();
      setSending((all) => all.filter((one) => one.id !== id));
      onCancelled?.(file);
    },
  };
}
export type Attaching = ReturnType<typeof useAttaching>;
