'use client';

import { useEffect, useState } from 'react';
import { localDay } from './task-filters';

/** The viewer's calendar day. The server's until the page is alive, so that both draw the same; turns at midnight. */
export function useToday(fromServer: string): string {
  const [today, setToday] = useState(fromServer);
  useEffect(() => {
    const look = () => setToday(localDay(new Date()));
    look();
    const timer = setInterval(look, 60_000);
    return () => clearInterval(timer);
  }, []);
  return today;
}
