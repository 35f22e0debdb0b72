'use client';

import { useEffect, useState } from 'react';
import { buttonStyle } from '@/components/ui/button-style';
import { bidi } from '@/lib/bidi';
import type { MeetingLine } from '@/lib/meeting/schema';

/** From so long before it begins one joins (ms). */
const EARLY = 5 * 60_000;
const LOOK_MS = 30_000;

/** Filled from five minutes before the meeting until its end. */
export function JoinLink({ line }: { line: Pick<MeetingLine, 'url' | 'title' | 'starts_at' | 'ends_at' | 'status'> }) {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    const look = () => setNow(Date.now());
    look();
    const again = setInterval(look, LOOK_MS);
    return () => clearInterval(again);
  }, []);
  if (!line.url || line.status === 'cancelled') return null;
  const isOn = now !== undefined && now >= Date.parse(line.starts_at) - EARLY && now < Date.parse(line.ends_at);
  return (
    <a
      href={line.url}
      target="_blank"
      rel="noreferrer"
      aria-label={bidi`Join ${line.title}`}
      className={buttonStyle(isOn ? 'primary' : 'secondary', 'compact')}
    >
      Join
    </a>
  );
}
