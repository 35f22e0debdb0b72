'use client';

import { useEffect, useEffectEvent, useRef } from 'react';
import { useCatchUp, useLive, useLiveEvents } from '@/components/live/live-provider';
import { useRefresh } from '@/components/url/use-refresh';

/** A burst of changes is one refresh, and where something happens all the time there is one in this time (ms). */
const SETTLE_MS = 500;
const CALM_MS = 5_000;
/** Of other organisations nothing is heard here, and the day ends by itself (ms). */
const AGAIN_MS = 120_000;

/** Draws Today anew on changes in the open organisation, and now and then while it is in sight, for the others. */
export function TodayRefresh() {
  const refresh = useRefresh();
  const { channels } = useLive();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** When it was asked for last. */
  const drawn = useRef(0);
  function refreshInCalm() {
    timer.current ??= setTimeout(
      () => {
        timer.current = undefined;
        drawn.current = Date.now();
        refresh();
      },
      Math.max(SETTLE_MS, drawn.current + CALM_MS - Date.now()),
    );
  }
  /** While nobody looks it is not drawn: then at once, when somebody does. */
  function stir() {
    if (document.visibilityState === 'visible') refreshInCalm();
    else drawn.current = 0;
  }
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && Date.now() - drawn.current >= AGAIN_MS) refreshInCalm();
  });
  useEffect(() => {
    // The page has just been drawn: that counts for the pause, and not against the first change.
    drawn.current = Date.now() - CALM_MS;
    const again = setInterval(() => look(), AGAIN_MS / 4);
    const onSight = () => look();
    document.addEventListener('visibilitychange', onSight);
    return () => {
      clearInterval(again);
      document.removeEventListener('visibilitychange', onSight);
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, []);
  useLiveEvents([channels.member, channels.organisation, ...channels.projects], ({ event }) => {
    if (/^(notification|task|message|room|project|meeting)\./.test(event)) stir();
  });
  // What the server has just rendered is fresh; after a connection gap the provider refreshes every page.
  useCatchUp((reason) => reason === 'poll' && refreshInCalm());
  return null;
}
