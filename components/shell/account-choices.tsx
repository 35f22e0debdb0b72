'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { showToast } from '@/components/ui/toast';
import { keepChoice } from './keep-choice';
import { setSingleKeys } from './single-keys';
import type { Theme } from './theme';
import { chooseTheme, chosenTheme } from './theme-choice';

const OFFERED = 'time-zone-offered';

/** What was chosen elsewhere takes effect in this browser too; and times in the device's zone are offered, once. */
export function AccountChoices({
  theme,
  singleKeys,
  timeZone,
}: {
  theme: Theme;
  singleKeys: boolean;
  timeZone: string;
}) {
  const router = useRouter();
  useEffect(() => {
    if ((chosenTheme() ?? 'system') !== theme) chooseTheme(theme);
  }, [theme]);
  useEffect(() => setSingleKeys(singleKeys), [singleKeys]);
  useEffect(() => {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    // UTC is what accounts begin with; whoever chose another zone is not asked.
    if (timeZone !== 'UTC' || !here || /^(Etc\/)?(UTC|GMT|Unknown)$/.test(here) || wasOffered(here)) return;
    showToast({
      kind: 'info',
      text: `Times are shown in UTC. Use ${here}?`,
      action: {
        label: `Use ${here}`,
        onAction: () => void keepChoice({ time_zone: here }).then((kept) => kept && router.refresh()),
      },
    });
  }, [timeZone, router]);
  return null;
}

/** True if this browser asked before. Without storage it does not ask: it would do so on every page. */
function wasOffered(zone: string): boolean {
  try {
    if (localStorage.getItem(OFFERED) === zone) return true;
    localStorage.setItem(OFFERED, zone);
    return false;
  } catch {
    return true;
  }
}
