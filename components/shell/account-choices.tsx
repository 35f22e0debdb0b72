'use client';

import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { setSingleKeys } from '@/components/keys/single-keys';
import { showToast } from '@/components/ui/overlay/toast';
import { useRefresh } from '@/components/url/use-refresh';
import { keepChoice } from '@/components/viewer/keep-choice';
import { useShell } from '@/components/viewer/shell-context';
import type { Theme } from '@/components/viewer/theme';
import { chooseTheme, chosenTheme } from '@/components/viewer/theme-choice';

const OFFERED = 'time-zone-offered';
const SEEN = 'account-choices';

/** Applies choices made in another browser; offers the device's time zone once, on the dashboard. */
export function AccountChoices({
  theme,
  singleKeys,
  timeZone,
}: {
  theme: Theme;
  singleKeys: boolean;
  timeZone: string;
}) {
  const refresh = useRefresh();
  const atHome = usePathname().endsWith('/dashboard');
  const { member } = useShell();
  useEffect(() => {
    // Only if new to this browser: a choice made here may still be on its way to the account.
    if (!changed(SEEN, `${member._id} ${theme} ${singleKeys}`)) return;
    if ((chosenTheme() ?? 'system') !== theme) chooseTheme(theme);
    setSingleKeys(singleKeys);
  }, [member._id, theme, singleKeys]);
  useEffect(() => {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    // UTC is the default of new accounts; people with any other zone are not asked.
    if (!atHome || timeZone !== 'UTC' || !here || /^(Etc\/)?(UTC|GMT|Unknown)$/.test(here) || !changed(OFFERED, here))
      return;
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

/** Stores a value in this browser; true if it was different before. False if storage is refused. */
function changed(name: string, value: string): boolean {
  try {
    if (localStorage.getItem(name) === value) return false;
    localStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}
