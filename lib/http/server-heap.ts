import 'server-only';
import v8 from 'node:v8';

/** Allocation before a garbage collection, in percent of the live heap. */
const GROWTH = 40;

/**
 * V8 lets the heap grow fourfold and keeps it for minutes: with 140 MB live, a burst left 1,000 MB. Collecting more
 * often cost no measurable time. A hard limit would end the process. V8 versions without this flag ignore it.
 */
export const keepHeapSmall = () => v8.setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
