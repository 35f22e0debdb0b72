'use client';

import { CircleCheck, CloudOff, RefreshCw, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { cn } from '@/lib/class-names';
import type { ConnectionWords } from './connection-words';
import { useConnectionWords } from './use-connection-words';

const AGAIN_MS = 3_000;

const ICON: Record<ConnectionWords['kind'], ReactNode> = {
  offline: <WifiOff />,
  paused: <CloudOff />,
  sending: <RefreshCw />,
};

/** Paused updates, an unreachable server, waiting changes: in free room of the top bar, so that nothing moves. */
export function LiveStatus() {
  const { words, live, waiting } = useConnectionWords();
  const [hadTrouble, setHadTrouble] = useState(false);
  if (words && !hadTrouble) setHadTrouble(true);
  const isAgain = hadTrouble && !words && live === 'live';

  useEffect(() => {
    if (!isAgain) return;
    const timer = setTimeout(() => setHadTrouble(false), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isAgain]);

  return (
    <div className="min-w-0">
      {/* Always there: what is put into a new region is often not read out. */}
      <p role="status" className="sr-only">
        {words ? `${words.line} ${words.detail}` : isAgain ? 'Live again' : ''}
      </p>
      {words ? (
        <Details {...words} waiting={waiting} />
      ) : (
        isAgain && (
          <p aria-hidden="true" className={cn(CHIP, 'border-ok bg-ok-soft text-ok-text')}>
            <CircleCheck />
            <span className="max-sm:hidden">Live again</span>
          </p>
        )
      )}
    </div>
  );
}

const CHIP =
  'flex max-w-full items-center gap-1.5 rounded-full border px-2.5 py-1 text-sm whitespace-nowrap max-sm:px-2 max-sm:text-xs';

function Details({ kind, short, line, detail, waiting }: ConnectionWords & { waiting: number }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes from inside
    <div
      className="relative"
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="flex items-center rounded-full pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center"
      >
        <span
          className={cn(
            CHIP,
            kind === 'sending' ? 'border-border bg-surface text-text-2' : 'border-warn bg-warn-soft text-warn-text',
          )}
        >
          {ICON[kind]}
          {/* On the narrowest phones the icon and the number. */}
          <span className="max-[379px]:hidden xl:hidden">{short}</span>
          {waiting > 0 && <span className="min-[380px]:hidden">{waiting}</span>}
          <span className="max-xl:sr-only">{line}</span>
        </span>
      </button>
      {open && (
        <div
          id={id}
          className="absolute top-full right-0 z-popover mt-2 w-72 rounded-lg border border-border bg-surface p-3 text-sm text-text shadow-e2 max-sm:fixed max-sm:inset-x-3 max-sm:top-14 max-sm:w-auto"
        >
          <p className="font-semibold">{line}</p>
          <p className="mt-1 text-text-2">{detail}</p>
        </div>
      )}
    </div>
  );
}
