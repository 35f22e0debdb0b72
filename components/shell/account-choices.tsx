'use client';

import { useEffect } from 'react';
import { setSingleKeys } from '@/components/keys/single-keys';
import { isNewHere } from '@/components/viewer/new-here';
import type { Theme } from '@/components/viewer/theme';
import { chooseTheme, chosenTheme } from '@/components/viewer/theme-choice';

/** Applies what was chosen in another browser, before a key can be pressed. */
export function AccountChoices({ of, theme, singleKeys }: { of: string; theme: Theme; singleKeys: boolean }) {
  useEffect(() => {
    // Only if new to this browser: a choice made here may still be on its way to the account.
    if (!isNewHere('account-choices', `${of} ${theme} ${singleKeys}`)) return;
    if ((chosenTheme() ?? 'system') !== theme) chooseTheme(theme);
    setSingleKeys(singleKeys);
  }, [of, theme, singleKeys]);
  return null;
}
