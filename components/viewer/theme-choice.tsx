'use client';

import { useState } from 'react';
import { keepChoice } from './keep-choice';
import { keepCookie } from './keep-cookie';
import { THEME_COOKIE, THEMES, type Theme } from './theme';

/** Applies it in this tab and keeps it for the next pages. */
export function chooseTheme(theme: Theme): void {
  keepCookie(THEME_COOKIE, theme);
  window.dispatchEvent(new Event('themechange'));
}

/** Null if none was ever chosen in this browser. */
export const chosenTheme = (): string | null =>
  new RegExp(`(?:^|; )${THEME_COOKIE}=(\\w+)`).exec(document.cookie)?.[1] ?? null;

/** Takes effect at once and is saved in the account. `current`: the cookie's value. */
export function ThemeChoice({ current }: { current: Theme }) {
  const [theme, setTheme] = useState(current);
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-sm font-medium text-text-2">Theme</legend>
      <div className="flex flex-wrap gap-2">
        {THEMES.map(({ value, label }) => (
          <label
            key={value}
            className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md border border-border bg-surface px-3 text-base hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name="theme"
              value={value}
              checked={theme === value}
              onChange={() => {
                setTheme(value);
                chooseTheme(value);
                keepChoice({ theme: value });
              }}
              className="accent-accent outline-none"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
