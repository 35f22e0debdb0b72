import type { ReactNode } from 'react';
import { type AvatarSize, AvatarStack } from '@/components/ui/avatar';
import type { TaskCard } from '@/lib/task/schema';

/** Clients know only their contacts by name; everybody else is "The team". */
export const HIDDEN_PEOPLE = 'The team';

export function AssigneeStack({
  task,
  max = 3,
  size,
  children = null,
}: {
  task: Pick<TaskCard, 'assignees' | 'hidden_assignees' | 'more_assignees'>;
  max?: number;
  size?: AvatarSize;
  /** Drawn if nobody is assigned. */
  children?: ReactNode;
}) {
  const people = task.assignees.map(({ _id, name, pic }) => ({ id: _id, name, picture: pic }));
  const stack = <AvatarStack people={people} more={task.more_assignees} max={max} size={size} />;
  if (!task.hidden_assignees) return people.length > 0 ? stack : children;
  if (people.length === 0) return <span className="text-xs whitespace-nowrap text-text-2">{HIDDEN_PEOPLE}</span>;
  return (
    <span className="inline-flex items-center gap-1.5">
      {stack}
      <span className="and-team">and the team</span>
    </span>
  );
}
