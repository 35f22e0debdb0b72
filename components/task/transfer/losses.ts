import { bidi } from '@/lib/bidi';
import type { TransferredTask } from '@/lib/task-transfer/schema';

/** "Budget", "Budget and Severity". */
export const listed = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '');

const count = (some: number, one: string) => `${some} ${one}${some === 1 ? '' : 's'}`;

/** With the verb: "Ada and Bob do". Of many some are named. */
export function namesInWords(names: readonly string[], most = names.length): string {
  const named = names.length > most ? [...names.slice(0, most), `${names.length - most} more`] : names;
  return named.length > 1 ? `${named.slice(0, -1).join(', ')} and ${named.at(-1)} do` : `${named[0]} does`;
}

/** One sentence each; the last says what stays. */
export function lossesInWords({ task, subtasks, loses }: TransferredTask): string[] {
  const names = loses.assignees.map(({ name }) => name);
  return [
    ...(subtasks ? [`${count(subtasks, 'subtask')} will move along.`] : []),
    ...(loses.parent ? [bidi`It will no longer be a subtask of ${loses.parent.key} ${loses.parent.title}.`] : []),
    ...(loses.milestone ? [bidi`It will no longer belong to the milestone ${loses.milestone.name}.`] : []),
    ...(names.length ? [`${namesInWords(names)} not belong to that project’s team and will be unassigned.`] : []),
    ...(loses.clients ? ['It will become internal, with its comments: other clients are in that project.'] : []),
    ...(loses.fields.length
      ? [bidi`That project has no place for its ${listed(loses.fields)}: the values are removed.`]
      : []),
    `Everything else goes along, and ${task.key} goes on leading to it.`,
  ];
}
