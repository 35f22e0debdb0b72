import { ANYBODY, formatsFor } from '../../lib/formats';
import { dayAfter } from '../../lib/formats/days';

/** Kept by the process: a test that is under way at midnight goes on with the days it began with. */
const TODAY = new Date().toISOString().slice(0, 10);

/** So many days from today: views that open at today have it in sight, whenever the journey runs. */
export const day = (after: number): string => dayAfter(TODAY, after);

/** As screens write it: “Wed 18 Nov”. */
export const dayName = (after: number): string => formatsFor(ANYBODY).day(day(after), 'short');
