const FORMAT = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `2026-12-25` → `Fri, 25 December 2026`. */
export const dayInWords = (date: string) => FORMAT.format(new Date(`${date}T00:00:00Z`));
