'use client';

import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useTyping } from './use-typing';

type People = {
  queryKey: QueryKey;
  staleTime: number;
  queryFn: (context: { signal: AbortSignal }) => Promise<{ _id: string; name: string }[]>;
};

/** Keeps its place when nobody writes, and is not spoken: it would interrupt all the time. */
export function TypingLine({ roomId, threadId, people }: { roomId: string; threadId?: string; people: People }) {
  const writing = useTyping(roomId, threadId);
  const { data = [] } = useQuery({ ...people, enabled: writing.length > 0 });
  const nameOf = (id: string) => data.find(({ _id }) => _id === id)?.name ?? 'Somebody';
  return <p className="min-h-5 truncate px-4 text-xs text-text-3 print:hidden">{inWords(writing.map(nameOf))}</p>;
}

function inWords([first, second, ...more]: readonly string[]): string {
  if (!first) return '';
  if (!second) return `${first} is writing…`;
  return more.length ? 'Several people are writing…' : `${first} and ${second} are writing…`;
}
