const STEPS: readonly [limit: number, seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [3600, 60, 'minute'],
  [86_400, 3600, 'hour'],
  [604_800, 86_400, 'day'],
];
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' });

/** How long ago in words, up to a week; after that the date. Both times in ms since 1970. */
export function agoWords(then: number, now: number): string {
  const seconds = Math.max(0, (now - then) / 1000);
  if (seconds < 60) return 'just now';
  for (const [limit, size, unit] of STEPS) {
    if (seconds < limit) return RELATIVE.format(-Math.floor(seconds / size), unit);
  }
  return DATE.format(then);
}

/** A moment, as far away as it is; the full time is its title. `at` is ISO 8601. */
export function Ago({ at }: { at: string }) {
  const then = Date.parse(at);
  return (
    // Server and browser may draw it a second, or a time zone, apart.
    <time dateTime={at} title={FULL.format(then)} suppressHydrationWarning>
      {agoWords(then, Date.now())}
    </time>
  );
}
