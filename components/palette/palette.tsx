'use client';

import {
  ArrowRight,
  CalendarDays,
  File,
  FileText,
  Flag,
  FolderKanban,
  History,
  Inbox,
  ListChecks,
  MessageCircle,
  MessageSquare,
  Plus,
  Search,
  UserRound,
  Zap,
} from 'lucide-react';
import { useRouter, useSearchParams, useSelectedLayoutSegment } from 'next/navigation';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { taskInHand } from '@/components/keys/task-in-hand';
import { canUndo } from '@/components/keys/use-undo';
import { type OverlayProps, overlayOrigin } from '@/components/overlay/overlay';
import { TintTile } from '@/components/page/tint-tile';
import { useCombobox } from '@/components/ui/form/use-combobox';
import { KeyHint } from '@/components/ui/key-hint';
import { Dialog } from '@/components/ui/overlay/dialog';
import { useOrganisationLinks, useShell } from '@/components/viewer/shell-context';
import { cn } from '@/lib/class-names';
import { Excerpt } from './excerpt';
import { type Entry, type Group, localEntries, shownEntries } from './palette-entries';
import { keepRecent, recentEntries } from './palette-recent';
import { useSearchEntries } from './palette-results';
import { runAct, runAfterwards } from './palette-run';

const DEBOUNCE = 120;

export function Palette({ open, onOpenChange }: OverlayProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Search or jump to" finalFocus={runAfterwards}>
      <Finder onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function Finder({ onDone }: { onDone: () => void }) {
  const shell = useShell();
  const hrefTo = useOrganisationLinks();
  const router = useRouter();
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text]);

  const [task] = useState(() => taskInHand(overlayOrigin()));
  const [page] = useState(() => ({
    filter: document.querySelector<HTMLElement>('main [data-filters]'),
    exporter: document.querySelector<HTMLElement>('main [data-export]'),
    undoes: canUndo(),
  }));
  const here = {
    ...page,
    task,
    url: useHere(),
    segment: useSelectedLayoutSegment(),
    project: useSearchParams().get('project'),
  };
  const found = useSearchEntries(shell, query);
  const [recent] = useState(() => recentEntries(shell.member._id));
  const near = shownEntries(localEntries(shell, hrefTo, here), recent, text.trim());
  // Server results come after the local ones, so that nothing moves under the pointer.
  const entries = [...near, ...found.entries.filter(({ id }) => text.trim() && !near.some((one) => one.id === id))];
  const { list, active, optionId, onKey, point, reset, field } = useCombobox(entries.length, (index) =>
    go(entries[index]),
  );

  function go(entry: Entry | undefined) {
    if (!entry) return;
    keepRecent(shell.member._id, entry);
    // An overlay replaces this one, and then knows where the focus came from.
    if (entry.act?.does !== 'overlay') onDone();
    if (entry.href) router.push(entry.href);
    else if (entry.act) void runAct(entry.act, shell);
  }

  const count = entries.length === 0 ? (found.waiting ? 'Searching' : 'Nothing found') : `${entries.length} found`;
  return (
    <div className="-mx-2">
      <div className="relative px-2">
        <Search className="pointer-events-none absolute top-1/2 left-5 -translate-y-1/2 text-text-3" />
        <input
          dir="auto"
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded="true"
          {...field}
          aria-controls={list}
          autoComplete="off"
          spellCheck={false}
          data-limit={100}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            reset();
          }}
          onKeyDown={onKey}
          placeholder="Search or jump to"
          className="h-10 w-full rounded-sm border border-border-strong bg-surface pr-3 pl-9 text-lg focus-visible:outline-offset-0"
        />
      </div>
      <p role="status" className="sr-only">
        {text ? count : ''}
      </p>
      <div
        id={list}
        role="listbox"
        aria-label="Pages, actions and what is found"
        tabIndex={-1}
        className="mt-2 h-[min(360px,50dvh)] overflow-y-auto px-2"
      >
        {groupsOf(entries).map(({ name, first, members }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of a listbox
          <div key={`${name} ${first}`} role="group" aria-label={name}>
            <p dir="auto" aria-hidden="true" className="px-2 pt-2 pb-1 text-xs font-semibold text-text-3">
              {name}
            </p>
            {members.map((entry, step) => {
              const index = first + step;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys, this is the pointer's way
                <div
                  key={entry.id}
                  id={optionId(index)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  onPointerMove={() => point(index)}
                  onClick={() => go(entry)}
                  className={cn(
                    'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2 text-base pointer-coarse:min-h-11',
                    index === active && 'bg-hover',
                  )}
                >
                  <EntryIcon entry={entry} />
                  <span className="min-w-0 flex-1">
                    <span dir="auto" className="line-clamp-2 break-words sm:block sm:truncate">
                      {entry.text}
                    </span>
                    {entry.excerpt && (
                      <span dir="auto" className="block truncate text-xs text-text-2">
                        <Excerpt html={entry.excerpt} />
                      </span>
                    )}
                  </span>
                  {entry.note && (
                    <span dir="auto" className="max-w-[45%] truncate text-xs text-text-3 tabular-nums">
                      {entry.note}
                    </span>
                  )}
                  {entry.keys && <KeyHint keys={entry.keys} />}
                </div>
              );
            })}
          </div>
        ))}
        {entries.length === 0 && !found.waiting && (
          <p className="px-2 py-6 text-center text-base text-text-2" role="presentation">
            {found.failed ? 'The search failed. Check your connection.' : `Nothing matches “${text.trim()}”.`}
          </p>
        )}
      </div>
      <p
        aria-hidden="true"
        className="mt-2 flex gap-3 border-t border-border px-2 pt-2 text-xs text-text-3 pointer-coarse:hidden"
      >
        <span>
          <KeyHint keys="↑ ↓" /> choose
        </span>
        <span>
          <KeyHint keys="Enter" /> open
        </span>
        <span>
          <KeyHint keys="Esc" /> close
        </span>
      </p>
    </div>
  );
}

const ICON: Record<Group, typeof Search> = {
  Recent: History,
  'This task': ListChecks,
  'This page': FileText,
  'Go to': ArrowRight,
  Create: Plus,
  Actions: Zap,
  Projects: FolderKanban,
  Tasks: ListChecks,
  Milestones: Flag,
  People: UserRound,
  Comments: MessageSquare,
  Meetings: CalendarDays,
  Requests: Inbox,
  Messages: MessageCircle,
  Files: File,
};

function EntryIcon({ entry }: { entry: Entry }) {
  if (entry.tint) return <TintTile tint={entry.tint} name={entry.text} logo={entry.picture} size={20} />;
  const Icon = ICON[entry.group];
  return <Icon className="text-text-3" />;
}

/** Runs of one group, with the index of the first in the whole list. */
function groupsOf(entries: readonly Entry[]): { name: Group; first: number; members: Entry[] }[] {
  const groups: { name: Group; first: number; members: Entry[] }[] = [];
  for (const [index, entry] of entries.entries()) {
    const last = groups.at(-1);
    if (last?.name === entry.group) last.members.push(entry);
    else groups.push({ name: entry.group, first: index, members: [entry] });
  }
  return groups;
}

const useHere = () =>
  useSyncExternalStore(
    () => () => undefined,
    () => window.location.href,
    () => '',
  );
