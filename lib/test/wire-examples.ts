/// <reference types="vite/client" />
import type pg from 'pg';
import type { Example } from '@/lib/test/example';

const files = import.meta.glob<{ examples: Record<string, Example> }>('../*/endpoints*.examples.ts', { eager: true });

/** For every endpoint a call that succeeds: what stands in each domain's `endpoints….examples.ts`. */
export const EXAMPLES: Record<string, Example> = Object.fromEntries(
  Object.values(files)
    .flatMap(({ examples }) => Object.entries(examples))
    .map(([name, example]) => [name, { ...example, make: (owner) => sentTo(name, example, owner) }]),
);

async function sentTo(name: string, { make }: Example, owner: pg.ClientBase): ReturnType<Example['make']> {
  const { id, ...sent } = await make(owner);
  return { ...sent, ...(id && { path: name.split(' ')[1]?.replace('{id}', id) as string }) };
}
