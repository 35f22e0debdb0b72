import { SectionCard } from '@/components/page/section-card';
import type { Dashboard } from '@/lib/dashboard/schema';
import { TaskRows } from './task-rows';
import { WAITING_FOR_YOU } from './waiting-words';

export function WaitingForYou({ tasks, today }: { tasks: Dashboard['waiting_for_you']; today: string }) {
  const { title, none } = WAITING_FOR_YOU;
  return (
    <SectionCard
      title={title}
      flush={tasks.length > 0}
      beside={tasks.length > 0 && <span className="text-base text-text-2 tabular-nums">{tasks.length}</span>}
    >
      {tasks.length === 0 ? (
        <p className="text-base text-text-2">{none}</p>
      ) : (
        <TaskRows label={title} tasks={tasks} today={today} />
      )}
    </SectionCard>
  );
}
