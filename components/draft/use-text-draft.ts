'use client';

import { useEffect, useRef, useState } from 'react';
import { useShell } from '@/components/viewer/shell-context';
import { readDraft, recallDraft, writeDraft } from './draft-store';
import { keptOf, resumed, type TextDraft } from './text-draft';

/** A stored text while it is changed, kept until sent. `about`: what it is the text of, e.g. "comment:‹id›"; `stored`: as it is now. */
export function useTextDraft(about: string, stored: string) {
  const { organisation, member } = useShell();
  const name = `${organisation.key}:${member._id}:${about}`;
  const [draft, setDraft] = useState(() => resumed(readDraft(name), stored));
  const latest = useRef(draft);
  // Who goes on with a draft is told at once, who is writing only when saving.
  const [told, setTold] = useState(draft.base !== stored);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is looked up once, when the text is opened
  useEffect(() => {
    if (latest.current.text !== stored) return;
    return recallDraft(name, (kept) => {
      if (latest.current.text !== stored) return;
      const next = resumed(kept, stored);
      latest.current = next;
      setDraft(next);
      setTold(next.base !== stored);
    });
  }, []);

  function set(next: TextDraft) {
    latest.current = next;
    setDraft(next);
    writeDraft(name, keptOf(next));
  }
  const changed = ({ text, base }: TextDraft) => base !== stored && text.trim() !== stored;
  return {
    text: draft.text,
    write: (text: string) => set({ ...latest.current, text }),
    /** What was written meanwhile, to be shown beside `text`; null if nothing was. */
    theirs: told && changed(draft) ? stored : null,
    /** Whether saving overwrites nothing; otherwise `theirs` is shown. */
    settled: (): boolean => {
      setTold(true);
      return !changed(latest.current);
    },
    /** `text` is meant to take the place of `theirs`. */
    takeMine: () => set({ ...latest.current, base: stored }),
    forget: () => writeDraft(name, undefined),
  };
}
