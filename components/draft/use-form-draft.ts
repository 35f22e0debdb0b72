'use client';

import { useEffect, useRef, useState } from 'react';
import { useShell } from '@/components/viewer/shell-context';
import { readDraft, recallDraft, sweepDrafts, writeDraft } from './draft-store';
import { changesOf, keptOf, overtakenIn, withDraft } from './form-draft';

/**
 * A dialog's fields, kept until sent. `about`: the dialog and its object, e.g. "project:‹id›"; the owner is added.
 * `onPage`: the form was rendered by the server, which knows no draft, so the draft is applied after mounting.
 */
export function useFormDraft<T extends object>(about: string, blank: T, { onPage = false }: { onPage?: boolean } = {}) {
  const { organisation, member } = useShell();
  const name = `${organisation.key}:${member._id}:${about}`;
  const [value, setValue] = useState(() => (onPage ? blank : withDraft(blank, readDraft(name))));
  const [restored, setRestored] = useState(() => changesOf(blank, value) !== undefined);
  // For forms of something stored, which others change too.
  const [began, setBegan] = useState(() => (onPage ? {} : overtakenIn(blank, readDraft(name))));
  const latest = useRef(value);
  const start = useRef(blank);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is looked up once, when the page opens
  useEffect(() => {
    sweepDrafts();
    if (restored) return;
    return recallDraft(name, (kept) => {
      // What was chosen since the form opened counts.
      const next = withDraft(withDraft(start.current, kept), changesOf(start.current, latest.current));
      if (!changesOf(start.current, next)) return;
      const from = overtakenIn(start.current, kept);
      setRestored(true);
      setBegan(from);
      set(next, from);
    });
  }, []);

  function set(next: T, from = began) {
    latest.current = next;
    setValue(next);
    writeDraft(name, keptOf(start.current, next, from));
  }
  function settle(field: keyof T, part: Partial<T>) {
    const { [field]: _, ...rest } = began as T;
    setBegan(rest as unknown as Partial<T>);
    set({ ...latest.current, ...part }, rest as unknown as Partial<T>);
  }
  const forget = () => writeDraft(name, undefined);
  return {
    value,
    change: (part: Partial<T>) => set({ ...latest.current, ...part }),
    /** What a restored draft has other than somebody else, who changed it since it began: to be chosen from. */
    overtaken: (Object.keys(changesOf(start.current, value) ?? {}) as (keyof T & string)[])
      .filter((field) => field in began)
      .map((field) => ({
        field,
        theirs: start.current[field],
        takeTheirs: () => settle(field, { [field]: start.current[field] } as unknown as Partial<T>),
        takeMine: () => settle(field, {}),
      })),
    /** After sending; `next` is what the form begins with from now on. */
    forget: (next?: T) => {
      if (next) {
        start.current = next;
        latest.current = next;
        setValue(next);
      }
      setRestored(false);
      forget();
    },
    notice: {
      restored,
      onDiscard: () => {
        setBegan({});
        set(start.current);
        setRestored(false);
      },
    },
  };
}
