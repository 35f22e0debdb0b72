'use client';

import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { showToast } from '@/components/ui/overlay/toast';
import { useRefresh } from '@/components/url/use-refresh';
import { keepChoice } from './keep-choice';
import { isNewHere } from './new-here';

/** Offers the device's time zone, once and on the dashboard. */
export function TimeZoneOffer({ timeZone }: { timeZone: string }) {
  const refresh = useRefresh();
  const atHome = usePathname().endsWith('/dashboard');
  useEffect(() => {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    // UTC is the default of new accounts; people with any other zone are not asked.
    const isAsked = atHome && timeZone === 'UTC' && here && !/^(Etc\/)?(UTC|GMT|Unknown)$/.test(here);
    if (!isAsked || !isNewHere('time-zone-offered', here)) return;
    showToast({
      kind: 'info',
      text: `Times are shown in UTC. This device is in ${here}.`,
      action: {
        label: `Use ${here}`,
        onAction: () => void keepChoice({ time_zone: here }).then((kept) => kept && refresh()),
      },
    });
  }, [atHome, timeZone, refresh]);
  return null;
}
