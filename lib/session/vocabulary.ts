/** No validator here: this file ships to browsers. */

/** ISO weekdays, 1 Monday to 7 Sunday. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

export const weekFrom = (firstDay: number): number[] =>
  Array.from({ length: 7 }, (_, at) => ((firstDay - 1 + at) % 7) + 1);

/** The style sheet's names are in components/viewer/theme.ts. */
export const THEME_NAMES = ['system', 'light', 'dark', 'contrast'] as const;
export type ThemeName = (typeof THEME_NAMES)[number];
/** Readable by scripts, so that a choice applies at once; sent along so that the server renders it. */
export const THEME_COOKIE = 'theme';

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
/** In bytes: 5 MB. */
export const PICTURE_LIMIT = 5_000_000;
export const PICTURE_WORDS = 'A JPEG, PNG or WebP picture of 5 MB at most.';

/** A call with this header is the chat frame's, whatever other cookies the browser sends along. */
export const CHAT_CALL = 'x-guildhall-chat';
