/** Words of one's own profile. No validator here: this file ships to browsers. */

/** How dates, times and numbers can be written; `en` of older accounts counts as the first. */
export const LOCALES = [
  { tag: 'en-GB', label: 'English (United Kingdom)' },
  { tag: 'en-US', label: 'English (United States)' },
  { tag: 'en-AU', label: 'English (Australia)' },
  { tag: 'en-CA', label: 'English (Canada)' },
  { tag: 'en-IN', label: 'English (India)' },
  { tag: 'en-IE', label: 'English (Ireland)' },
  { tag: 'en-NZ', label: 'English (New Zealand)' },
  { tag: 'en-ZA', label: 'English (South Africa)' },
  { tag: 'cs-CZ', label: 'Čeština (Czech)' },
  { tag: 'da-DK', label: 'Dansk (Danish)' },
  { tag: 'de-DE', label: 'Deutsch (German)' },
  { tag: 'de-AT', label: 'Deutsch (Austria)' },
  { tag: 'de-CH', label: 'Deutsch (Switzerland)' },
  { tag: 'es-ES', label: 'Español (Spanish)' },
  { tag: 'es-MX', label: 'Español (Mexico)' },
  { tag: 'fr-FR', label: 'Français (French)' },
  { tag: 'fr-CA', label: 'Français (Canada)' },
  { tag: 'fr-CH', label: 'Français (Switzerland)' },
  { tag: 'it-IT', label: 'Italiano (Italian)' },
  { tag: 'hu-HU', label: 'Magyar (Hungarian)' },
  { tag: 'nl-NL', label: 'Nederlands (Dutch)' },
  { tag: 'nb-NO', label: 'Norsk bokmål (Norwegian)' },
  { tag: 'pl-PL', label: 'Polski (Polish)' },
  { tag: 'pt-PT', label: 'Português (Portuguese)' },
  { tag: 'pt-BR', label: 'Português (Brazil)' },
  { tag: 'ro-RO', label: 'Română (Romanian)' },
  { tag: 'fi-FI', label: 'Suomi (Finnish)' },
  { tag: 'sv-SE', label: 'Svenska (Swedish)' },
  { tag: 'tr-TR', label: 'Türkçe (Turkish)' },
  { tag: 'el-GR', label: 'Ελληνικά (Greek)' },
  { tag: 'uk-UA', label: 'Українська (Ukrainian)' },
  { tag: 'hi-IN', label: 'हिन्दी (Hindi)' },
  { tag: 'ja-JP', label: '日本語 (Japanese)' },
  { tag: 'ko-KR', label: '한국어 (Korean)' },
  { tag: 'zh-CN', label: '中文 (Chinese)' },
] as const;
export type LocaleTag = (typeof LOCALES)[number]['tag'];
export const LOCALE_TAGS = LOCALES.map(({ tag }) => tag) as [LocaleTag, ...LocaleTag[]];

/** ISO weekdays, 1 Monday to 7 Sunday. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** The seven ISO weekdays from the one a week begins with. */
export const weekFrom = (firstDay: number): number[] =>
  Array.from({ length: 7 }, (_, at) => ((firstDay - 1 + at) % 7) + 1);

/** What a person can choose; the style sheet's names are in components/shell/theme.ts. */
export const THEME_NAMES = ['system', 'light', 'dark', 'contrast'] as const;
export type ThemeName = (typeof THEME_NAMES)[number];
/** Readable by scripts: the choice is applied at once, and sent along so that the server draws it right. */
export const THEME_COOKIE = 'theme';

/** Pictures: what is taken, and how much of it. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
/** In bytes: 5 MB. */
export const PICTURE_LIMIT = 5_000_000;
export const PICTURE_WORDS = 'A JPEG, PNG or WebP picture of 5 MB at most.';
