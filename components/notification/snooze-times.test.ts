import { expect, test } from 'vitest';
import { snoozeTimes } from './snooze-times';

/** Of November 2026, whose 23rd is a Monday, by the clock of the person. */
const at = (day: number, hour: number) => new Date(2026, 10, day, hour);
const timesAt = (day: number, hour: number) =>
  snoozeTimes(at(day, hour)).map(({ label, at }) => `${label}: ${at.getDate()}. ${at.getHours()}`);

test.each([
  ['in the morning', 24, 9, ['This evening: 24. 18', 'Tomorrow: 25. 9', 'Next Monday: 30. 9', 'In a week: 1. 9']],
  ['just before three', 24, 14, ['This evening: 24. 18', 'Tomorrow: 25. 9', 'Next Monday: 30. 9', 'In a week: 1. 9']],
  ['from three on', 24, 15, ['In three hours: 24. 18', 'Tomorrow: 25. 9', 'Next Monday: 30. 9', 'In a week: 1. 9']],
  ['late at night', 24, 23, ['In three hours: 25. 2', 'Tomorrow: 25. 9', 'Next Monday: 30. 9', 'In a week: 1. 9']],
  ['on a Monday', 23, 9, ['This evening: 23. 18', 'Tomorrow: 24. 9', 'Next Monday: 30. 9', 'In a week: 30. 9']],
  ['on a Saturday', 28, 9, ['This evening: 28. 18', 'Tomorrow: 29. 9', 'Next Monday: 30. 9', 'In a week: 5. 9']],
  // Tomorrow is Monday.
  ['on a Sunday', 29, 9, ['This evening: 29. 18', 'Tomorrow: 30. 9', 'In a week: 6. 9']],
])('%s a notification may come back', (_when, day, hour, times) => expect(timesAt(day, hour)).toEqual(times));
