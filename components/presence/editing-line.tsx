'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { assignableQuery } from '@/components/person/assignable-query';
import { TYPING_SECONDS } from '@/lib/presence/vocabulary';
import { useSaysTyping, useTyping } from './use-typing';

/** Who else has the task's description open; says of the viewer that they have, as long as it is shown. */
export function EditingLine({ taskId, projectId }: { taskId: string; projectId: string }) {
  const says = useEffectEvent(useSaysTyping({ task_id: taskId }));
  useEffect(() => {
    const say = () => document.visibilityState === 'visible' && says();
    say();
    const timer = setInterval(say, 2 * TYPING_SECONDS * 1000);
    return () => clearInterval(timer);
  }, []);
  const others = useTyping(taskId);
  const { data = [] } = useQuery({ ...assignableQuery(projectId), enabled: others.length > 0 });
  const nameOf = (id: string) => data.find(({ _id }) => _id === id)?.name ?? 'Somebody';
  return (
    <p role="status" className="text-sm text-text-2 empty:hidden">
      {inWords(others.map(nameOf))}
    </p>
  );
}

function inWords([first, second, ...more]: readonly string[]): string | null {
  if (!first) return null;
  if (!second) return `${first} is editing this too.`;
  return more.length ? 'Several people are editing this too.' : `${first} and ${second} are editing this too.`;
}
