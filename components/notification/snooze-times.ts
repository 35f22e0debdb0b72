/** When a notification may come back. In the browser's time zone: it is where the person is. */
export type SnoozeTime = { label: string; at: Date };

const MORNING = 9;
const EVENING = 18;

export function snoozeTimes(now: Date): SnoozeTime[] {
  const on = (days: number, hour: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
  const toMonday = (8 - now.getDay()) % 7 || 7;
  const inHours = new Date(now.getTime() + 3 * 3_600_000);
  return [
    ...(now.getHours() < EVENING - 3
      ? [{ label: 'This evening', at: on(0, EVENING) }]
      : [{ label: 'In three hours', at: inHours }]),
    { label: 'Tomorrow', at: on(1, MORNING) },
    ...(toMonday > 1 ? [{ label: 'Next Monday', at: on(toMonday, MORNING) }] : []),
    { label: 'In a week', at: on(7, MORNING) },
  ];
}
