import { useEffect, useState } from 'react';
import type { Clash, ClashAnswer, Target } from '@/components/file/upload/begin';
import type { Dropped } from '@/components/file/upload/dropped';
import { keptUploads } from '@/components/file/upload/kept-uploads';
import { addLost } from '@/components/file/upload/queue';
import { showTray } from '@/components/file/upload/tray-host';
import { reasonOf } from '@/components/query/api-client';

export type Clashes = { list: readonly Clash[]; answer: (answer: ClashAnswer) => void };

/** Puts files into the queue of uploads; its code comes with the first ones. */
export function useUpload(here: Target, onFailure: (words: string) => void) {
  const [clashes, setClashes] = useState<Clashes | null>(null);
  useEffect(() => {
    const kept = keptUploads(Date.now());
    if (kept.length === 0) return;
    addLost(kept);
    showTray();
  }, []);
  const ask = (list: readonly Clash[]) =>
    new Promise<ClashAnswer>((resolve) =>
      setClashes({
        list,
        answer: (answer) => {
          setClashes(null);
          resolve(answer);
        },
      }),
    );
  async function begin(dropped: readonly Dropped[] | Promise<readonly Dropped[]>, target = here): Promise<void> {
    try {
      const files = await dropped;
      if (files.length === 0) return;
      const { beginUpload } = await import('@/components/file/upload/begin');
      await beginUpload(files, target, ask);
      showTray();
    } catch (error) {
      onFailure(`Nothing was uploaded. ${reasonOf(error)}`);
    }
  }
  return {
    clashes,
    begin: (dropped: Parameters<typeof begin>[0], target?: Target) => void begin(dropped, target),
    choose: (files: readonly File[]) =>
      void begin(import('@/components/file/upload/dropped').then(({ chosenFiles }) => chosenFiles(files))),
  };
}
