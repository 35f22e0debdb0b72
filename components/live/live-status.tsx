'use client';

import { CircleCheck, CloudOff, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { cn } from '@/lib/class-names';
import { useLive } from './live-provider';

/** How long "Live again" stays. */
const AGAIN_MS = 3_000;

type Trouble = 'offline' | 'paused';

const TROUBLE: Record<Trouble, { text: string; icon: ReactNode }> = {
  offline: { text: 'You are offline. Changes are kept and sent later.', icon: <WifiOff /> },
  paused: {
    text: "Live updates paused. Changes you make are saved; others' changes show within 30 seconds.",
    icon: <CloudOff />,
  },
};

/**
 * The strip that says when live updates are paused or the browser is offline. Placed right under the top bar; it takes
 * no height and lies over the page, so nothing moves when it comes and goes.
 */
export function LiveStatus() {
  const { state } = useLive();
  const isOnline = useSyncExternalStore(onNetworkChange, readOnline, assumeOnline);
  const trouble: Trouble | null = isOnline ? (state === 'paused' ? 'paused' : null) : 'offline';
  const [hadTrouble, setHadTrouble] = useState(false);
  if (trouble && !hadTrouble) setHadTrouble(true);
  const isAgain = hadTrouble && !trouble && state === 'live';

  useEffect(() => {
    if (!isAgain) return;
    const timer = setTimeout(() => setHadTrouble(false), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isAgain]);

  // The region is always there: what is put into a new one is often not read out.
  return (
    <div role="status" className="pointer-events-none relative z-sticky h-0">
      {trouble && (
        <Strip className="border-warn bg-warn-soft text-warn-text" icon={TROUBLE[trouble].icon}>
          {TROUBLE[trouble].text}
        </Strip>
      )}
      {isAgain && (
        <Strip className="border-ok bg-ok-soft text-ok-text" icon={<CircleCheck />}>
          Live again
        </Strip>
      )}
    </div>
  );
}

function Strip({ className, icon, children }: { className: string; icon: ReactNode; children: ReactNode }) {
  return (
    <div className="absolute inset-x-0 top-2 flex justify-center px-4">
      <p
        className={cn(
          'flex max-w-full animate-fade-in items-center gap-2 rounded-md border px-3 py-1 text-sm shadow-e1',
          className,
        )}
      >
        {icon}
        {children}
      </p>
    </div>
  );
}

function onNetworkChange(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

const readOnline = (): boolean => navigator.onLine;
const assumeOnline = (): boolean => true;
