/** Calendar days, `YYYY-MM-DD`. */

const DAY = 86_400_000;
const plain = (time: number) => new Date(time).toISOString().slice(0, 10);
const noon = (date: string) => Date.parse(`${date}T12:00:00Z`);

export const dayAfter = (date: string, days: number): string => plain(noon(date) + days * DAY);

/** The last day of the week; weeks begin on the ISO weekday `firstDay`, Monday by default. */
export const endOfWeek = (today: string, firstDay = 1): string =>
  dayAfter(today, (firstDay + 6 - new Date(noon(today)).getUTCDay()) % 7);

/** The first day of the month, or of one so many later. */
export function monthAfter(date: string, months: number): string {
  const [year, month] = date.split('-').map(Number) as [number, number];
  return plain(Date.UTC(year, month - 1 + months, 1));
}

export const nextMonday = (today: string): string => dayAfter(endOfWeek(today), 1);

/** A moment's calendar day in the viewer's time zone. */
export function localDay(time: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}
