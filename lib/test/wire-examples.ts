/// <reference types="vite/client" />
import type { Example } from '@/lib/test/example';

const files = import.meta.glob<{ examples: Record<string, Example> }>('../*/endpoints*.examples.ts', { eager: true });

/** For every endpoint a call that succeeds: what stands in each domain's `endpoints….examples.ts`. */
export const EXAMPLES: Record<string, Example> = Object.assign(
  {},
  ...Object.values(files).map(({ examples }) => examples),
);
