'use client';

import { useEffect, useState } from 'react';
import { useFormats, useHasReader } from '@/components/ui/formats';
import { localDay } from '@/lib/formats/days';

/**
 * The viewer's calendar day: in their account's time zone, or the device's where nobody is signed in. The server's until
 * the page is alive, so that both draw the same; turns at midnight.
 */
export function useToday(fromServer: string): string {
  const [today, setToday] = useState(fromServer);
  const formats = useFormats();
  const signedIn = useHasReader();
  useEffect(() => {
    const look = () => setToday(signedIn ? formats.today() : localDay(new Date()));
    look();
    const timer = setInterval(look, 60_000);
    return () => clearInterval(timer);
  }, [formats, signedIn]);
  return today;
}
