import type { TransferredTask } from '@/lib/task-transfer/schema';

const count = (some: number, one: string) => `${some} ${one}${some === 1 ? '' : 's'}`;

/** One sentence each; the last says what stays. */
export function lossesInWords({ task, subtasks, loses }: TransferredTask): string[] {
  const names = loses.assignees.map(({ name }) => name);
  const unassigned = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)} do` : `${names[0]} does`;
  return [
    ...(subtasks ? [`${count(subtasks, 'subtask')} will move along.`] : []),
    ...(loses.parent ? [`It will no longer be a subtask of ${loses.parent.key} ${loses.parent.title}.`] : []),
    ...(names.length ? [`${unassigned} not belong to that project’s team and will be unassigned.`] : []),
    ...(loses.clients ? ['It will become internal, with its comments: other clients are in that project.'] : []),
    `Everything else goes along, and ${task.key} goes on leading to it.`,
  ];
}
