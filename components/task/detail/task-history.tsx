import { HIDDEN_PEOPLE } from '@/components/person/assignee-stack';
import { Ago } from '@/components/ui/ago';
import { Avatar } from '@/components/ui/avatar';
import type { ActivityRecord } from '@/lib/task/schema';

/** What happened to a task, newest first, in plain words. */
export function TaskHistory({ activity }: { activity: readonly ActivityRecord[] }) {
  if (activity.length === 0) return <p className="py-4 text-base text-text-3">Nothing has happened yet.</p>;
  return (
    <ol className="flex flex-col gap-3 py-4">
      {activity.map((line) => (
        <li key={line._id} className="flex gap-2.5">
          <Avatar
            size={24}
            beside
            person={{ id: line.actor?._id ?? '', name: line.actor?.name ?? HIDDEN_PEOPLE, picture: line.actor?.pic }}
          />
          <p className="min-w-0 flex-1 pt-0.5 text-base break-words text-text-2">
            <span className="font-medium text-text">{line.actor?.name ?? HIDDEN_PEOPLE}</span> {line.says}{' '}
            <span className="text-xs whitespace-nowrap text-text-3">
              <Ago at={line.created_at} />
            </span>
          </p>
        </li>
      ))}
    </ol>
  );
}
