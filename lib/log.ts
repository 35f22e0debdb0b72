/** One JSON line per event, in UTC. Never pass secrets in. */
import { cut } from '@/lib/text';

export function log(level: 'info' | 'warn' | 'error', event: string, details: Record<string, unknown> = {}): void {
  const { error, ...rest } = details;
  const described =
    error instanceof Error
      ? { error: { ...inShort(error), stack: level === 'error' ? error.stack : undefined } }
      : error !== undefined
        ? { error: String(error) }
        : {};
  (level === 'info' ? console.log : console.error)(lineOf(level, event, { ...rest, ...described }));
}

type Known = {
  name?: string;
  message?: string;
  code?: string;
  cause?: unknown;
  originalCode?: string;
  originalMessage?: string;
  meta?: { driverAdapterError?: unknown };
};

/** With what caused it; Prisma keeps what PostgreSQL said in a place of its own. */
function inShort(error: Known, depth = 3): Record<string, unknown> {
  const cause = error.cause ?? error.meta?.driverAdapterError;
  return {
    name: error.name,
    code: error.originalCode ?? error.code,
    message: cut(error.originalMessage ?? error.message ?? '', 2000) || undefined,
    ...(typeof cause === 'object' && cause !== null && depth > 0 && { cause: inShort(cause, depth - 1) }),
  };
}

const lineOf = (level: string, event: string, details: Record<string, unknown>) =>
  JSON.stringify({ time: new Date().toISOString(), level, event, ...details });
