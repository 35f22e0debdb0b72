'use client';

import { Nothing } from '@/components/field/side-field';
import { HIDDEN_PEOPLE } from '@/components/person/assignee-stack';
import { Avatar } from '@/components/ui/avatar';
import { isolated } from '@/lib/bidi';
import type { TaskDetail } from '@/lib/task/schema';

export function PeopleOfTask({ task: { assignees, hidden_assignees: hidden } }: { task: TaskDetail }) {
  if (!assignees.length) return hidden ? HIDDEN_PEOPLE : <Nothing>Nobody</Nothing>;
  return (
    <span className="flex flex-col gap-1 py-1">
      {assignees.map(({ _id, name, pic }) => (
        <span key={_id} className="flex items-center gap-2">
          <Avatar person={{ id: _id, name, picture: pic }} size={20} beside />
          {isolated(name)}
        </span>
      ))}
      {hidden && <span>and the team</span>}
    </span>
  );
}
