'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useOptimistic, useRef, useState, useTransition } from 'react';
import { isForTyping, singleKeysAreOn } from '@/components/keys/single-keys';
import { usePageEvent } from '@/components/keys/use-page-event';
import { useOnDemand } from '@/components/overlay/on-demand';
import { useFormats } from '@/components/ui/formats';
import { Link } from '@/components/ui/link';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { type Item, parseFilter, printFilter } from '@/lib/filter/format';
import { type FilterUrl, filterHref, type TaskFilters, unfiltered } from '@/lib/task/vocabulary.filter';
import { type Names, sayItem } from './filter-words';

export type FilterChoices = {
  /** Projects that may be chosen; none in the view of one. */
  projects: readonly { key: string; name: string }[];
  /** The one project of the view. */
  projectId?: string;
  /** False for clients. */
  marksAudience: boolean;
};

const loadFilterEditor = () => import('./filter-editor').then(({ FilterEditor }) => FilterEditor);

/** The conditions of `filters.filter`, each a button that changes it, and a link that takes it away. `children` follow them. */
export function FilterChips({
  filters,
  address,
  names,
  children,
  ...choices
}: FilterChoices & { filters: TaskFilters; address: FilterUrl; names: Names; children?: ReactNode }) {
  const router = useRouter();
  const formats = useFormats();
  const { Part, press, prefetch } = useOnDemand(loadFilterEditor);
  const [pending, start] = useTransition();
  const [text, showText] = useOptimistic(filters.filter ?? '');
  const [editing, setEditing] = useState<{ at: number; isNew: boolean; open: boolean } | null>(null);
  const [learnt, learn] = useState<Names>({});
  const written = useRef(false);
  const adder = useRef<HTMLButtonElement>(null);
  const group = parseFilter(text);

  const hrefOf = (filter: string) => filterHref(address, { ...filters, filter: filter || undefined });
  function show(next: typeof group) {
    const filter = printFilter(next);
    const go = written.current ? router.replace : router.push;
    written.current = true;
    start(() => {
      showText(filter);
      go(hrefOf(filter), { scroll: false });
    });
  }
  function change(at: number, item: Item | null) {
    const of = item ? group.of.toSpliced(at, 1, item) : group.of.toSpliced(at, 1);
    show({ ...group, of });
  }
  function edit(at: number, isNew: boolean) {
    written.current = false;
    setEditing({ at, isNew, open: true });
    press();
  }
  usePageEvent('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key.toLowerCase() !== 'f' || isForTyping(event) || !singleKeysAreOn()) return;
    event.preventDefault();
    if (event.shiftKey) router.push(filterHref(address, unfiltered(filters)), { scroll: false });
    else adder.current?.click();
  });

  const around = (at: number, isNew: boolean, button: React.ReactElement) =>
    Part && editing?.isNew === isNew && (isNew || editing.at === at) ? (
      <Part
        {...choices}
        trigger={button}
        open={editing.open}
        onOpenChange={(open) => {
          if (open) written.current = false;
          setEditing({ at, isNew, open });
        }}
        item={group.of[isNew ? editing.at : at] ?? null}
        names={{ ...names, ...learnt }}
        onName={(id, name) => learn((known) => ({ ...known, [id]: name }))}
        onChange={(item) => change(isNew ? editing.at : at, item)}
      />
    ) : (
      button
    );
  const isEdited = (at: number, isNew: boolean) =>
    Part !== null && editing?.isNew === isNew && (isNew || editing.at === at);
  const opener = (at: number, isNew: boolean) => ({
    type: 'button' as const,
    'aria-haspopup': 'dialog' as const,
    onPointerEnter: prefetch,
    onFocus: prefetch,
    onClick: isEdited(at, isNew) ? undefined : () => edit(at, isNew),
  });
  const count = group.of.length;
  const all = useRef<HTMLDivElement>(null);
  // What was chosen is in sight, rather than what may be.
  useEffect(() => {
    const line = all.current?.closest('[data-filters-line]');
    if (line && count > 0) line.scrollLeft = line.scrollWidth;
  }, [count]);
  return (
    <div ref={all} className="contents" aria-busy={pending || undefined}>
      {group.of.map((item, at) => {
        const words = sayItem(item, { ...names, ...learnt }, formats);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place; two may be the same.
          <span key={at} className="chip chip-active max-w-full pr-0.5">
            {around(
              at,
              false,
              <button {...opener(at, false)} className="min-h-6 min-w-0 truncate rounded-xs" suppressHydrationWarning>
                {words}
              </button>,
            )}
            <Link
              href={hrefOf(printFilter({ ...group, of: group.of.toSpliced(at, 1) }))}
              scroll={false}
              prefetch={false}
              aria-label={`Remove the filter ${words}`}
              className="grid size-6 shrink-0 place-items-center rounded-full hover:bg-hover pointer-coarse:size-11"
              suppressHydrationWarning
            >
              <span aria-hidden="true" className="icon icon-x" />
            </Link>
          </span>
        );
      })}
      {count > 1 && (
        <button
          type="button"
          className="chip"
          title={group.join === 'all' ? 'Every condition must be met' : 'One condition is enough'}
          onClick={() => {
            written.current = false;
            show({ ...group, join: group.join === 'all' ? 'any' : 'all' });
          }}
        >
          <VisuallyHidden>Conditions to meet: </VisuallyHidden>
          {group.join === 'all' ? 'All of them' : 'Any of them'}
        </button>
      )}
      <span className="filter-end">
        {around(
          count,
          true,
          <button ref={adder} data-filters="" {...opener(count, true)} className="chip">
            <span aria-hidden="true" className="icon icon-plus" />
            Filter
          </button>,
        )}
        {children}
      </span>
    </div>
  );
}
