'use client';

import { useEffect, useState } from 'react';
import { useFormats, useHasReader } from '@/components/ui/formats';
import { localDay } from '@/lib/formats/days';

/** Today in the account's time zone, else the device's; until hydration the server's. Turns at midnight. */
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
