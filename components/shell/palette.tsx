'use client';

import { ArrowRight, ListChecks, Plus, Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Fragment, useEffect, useId, useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { KeyHint } from '@/components/ui/key-hint';
import { cn } from '@/lib/class-names';
import { openOverlay } from './overlay';
import type { OverlayProps } from './overlay-host';
import { type Entry, localEntries, useFoundEntries } from './palette-entries';
import { useOrganisationLinks, useShell } from './shell-context';
import { TintTile } from './tint-tile';

const DEBOUNCE = 120;

/** Search over places, projects and tasks, and a way to make new ones; what one types is found as one types. */
export function Palette({ open, onOpenChange }: OverlayProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Search or jump to">
      <Finder onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function Finder({ onDone }: { onDone: () => void }) {
  const shell = useShell();
  const hrefTo = useOrganisationLinks();
  const router = useRouter();
  const id = useId();
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text]);

  const found = useFoundEntries(shell, query);
  const entries = [...localEntries(shell, hrefTo, text.trim()), ...found.entries];
  const chosen = Math.min(at, entries.length - 1);
  const optionId = (index: number) => `${id}-${index}`;

  function go(entry: Entry | undefined) {
    if (!entry) return;
    if (entry.opens) return openOverlay(entry.opens);
    onDone();
    if (entry.href) router.push(entry.href);
  }

  function onKeyDown(event: React.KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const next = (chosen + step + entries.length) % Math.max(entries.length, 1);
      setAt(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      go(entries[chosen]);
    }
  }

  const count = entries.length === 0 ? (found.waiting ? 'Searching' : 'Nothing found') : `${entries.length} found`;
  return (
    <div className="-mx-2">
      <div className="relative px-2">
        <Search className="pointer-events-none absolute top-1/2 left-5 -translate-y-1/2 text-text-3" />
        <input
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={entries.length > 0 ? optionId(chosen) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          placeholder="Search or jump to"
          className="h-10 w-full rounded-sm border border-border-strong bg-surface pr-3 pl-9 text-lg focus-visible:outline-offset-0"
        />
      </div>
      <p role="status" className="sr-only">
        {text ? count : ''}
      </p>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Places, projects and tasks"
        tabIndex={-1}
        className="mt-2 h-[min(360px,50dvh)] overflow-y-auto px-2"
      >
        {entries.map((entry, index) => (
          <Fragment key={`${entry.group} ${entry.id}`}>
            {entries[index - 1]?.group !== entry.group && (
              <p role="presentation" className="px-2 pt-2 pb-1 text-xs font-semibold text-text-3">
                {entry.group}
              </p>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys, this is the pointer's way */}
            <div
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              onPointerMove={() => setAt(index)}
              onClick={() => go(entry)}
              className={cn(
                'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2 text-base pointer-coarse:min-h-11',
                index === chosen && 'bg-hover',
              )}
            >
              <EntryIcon entry={entry} />
              <span className="min-w-0 flex-1 truncate">{entry.text}</span>
              {entry.group === 'Go to' && entry.note ? (
                <KeyHint keys={entry.note} />
              ) : (
                entry.note && <span className="text-xs text-text-3 tabular-nums">{entry.note}</span>
              )}
            </div>
          </Fragment>
        ))}
        {entries.length === 0 && !found.waiting && (
          <p className="px-2 py-6 text-center text-base text-text-2" role="presentation">
            {found.failed ? 'The search did not answer. Check your connection.' : `Nothing matches “${text.trim()}”.`}
          </p>
        )}
      </div>
    </div>
  );
}

function EntryIcon({ entry }: { entry: Entry }) {
  if (entry.tint) return <TintTile tint={entry.tint} name={entry.text} size={20} />;
  const Icon = entry.group === 'Create' ? Plus : entry.group === 'Tasks' ? ListChecks : ArrowRight;
  return <Icon className="text-text-3" />;
}
