/** Words of one's own profile. No validator here: this file ships to browsers. */

/** ISO weekdays, 1 Monday to 7 Sunday. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** The seven ISO weekdays from the one a week begins with. */
export const weekFrom = (firstDay: number): number[] =>
  Array.from({ length: 7 }, (_, at) => ((firstDay - 1 + at) % 7) + 1);

/** What a person can choose; the style sheet's names are in components/viewer/theme.ts. */
export const THEME_NAMES = ['system', 'light', 'dark', 'contrast'] as const;
export type ThemeName = (typeof THEME_NAMES)[number];
/** Readable by scripts: the choice is applied at once, and sent along so that the server draws it right. */
export const THEME_COOKIE = 'theme';

/** Pictures: what is taken, and how much of it. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
/** In bytes: 5 MB. */
export const PICTURE_LIMIT = 5_000_000;
export const PICTURE_WORDS = 'A JPEG, PNG or WebP picture of 5 MB at most.';
