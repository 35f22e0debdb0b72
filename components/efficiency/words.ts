import type { Behind } from '@/lib/efficiency/efficiency';
import type { Formats } from '@/lib/formats';

export const BEHIND_TITLE: Record<Behind, string> = {
  completed: 'Completed in the period',
  on_time: 'Completed on time',
  late: 'Completed late',
  cycle: 'Completed, by cycle time',
  rework: 'Went back from Testing to In Process',
  estimate: 'Completed with an estimate',
  age: 'At work now, by age',
  left: 'Left to do',
  added: 'Added in the last seven days',
};

/** Hours of working days as people say them: a working day has 24. */
export function durationWords(hours: number): string {
  if (hours < 24) return `${Math.round(hours)} h`;
  const days = Math.round((hours / 24) * 10) / 10;
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}

export const tasksInWords = (formats: Formats, count: number): string =>
  `${formats.number(count)} ${count === 1 ? 'task' : 'tasks'}`;

export const isBehind = (what: string | undefined): what is Behind =>
  what !== undefined && Object.hasOwn(BEHIND_TITLE, what);
