'use client';

import type { ReactNode } from 'react';
import { Menu, MenuItem, type MenuProps } from './menu';

export type ActionMenuPart = Pick<MenuProps, 'trigger' | 'open' | 'onOpenChange' | 'finalFocus'>;

export type ActionLine<Name extends string> = {
  does: Name;
  icon: ReactNode;
  words: string;
  danger?: boolean;
  shortcut?: string;
};

/** What can be done with one thing, in the order of `lines`; what is left out of `actions` is not offered. */
export function ActionMenu<Name extends string>({
  lines,
  actions,
  ...menu
}: ActionMenuPart & { lines: readonly ActionLine<Name>[]; actions: Partial<Record<Name, () => void>> }) {
  return (
    <Menu {...menu} align="end">
      {lines.map(({ does, icon, words, danger, shortcut }) => {
        const act = actions[does];
        return (
          act && (
            <MenuItem key={does} icon={icon} onSelect={act} danger={danger} shortcut={shortcut}>
              {words}
            </MenuItem>
          )
        );
      })}
    </Menu>
  );
}
