import { type Formats, formatsFor } from '@/lib/formats';

/** Minutes of a day, as the reader writes a time. */
export const clockWords = (formats: Formats, minutes: number): string =>
  formatsFor({ locale: formats.locale, timeZone: 'UTC' }).time((((minutes % 1_440) + 1_440) % 1_440) * 60_000);
