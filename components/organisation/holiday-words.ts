import { ANYBODY, type Formats, formatsFor } from '@/lib/formats';

/** `2026-12-25` → `Fri, 25 December 2026`, in the reader's format. */
export const dayInWords = (date: string, formats: Formats = formatsFor(ANYBODY)) => formats.day(date, 'named');
