/** One JSON line per event, in UTC. Never pass secrets in. */
export function log(level: 'info' | 'warn' | 'error', event: string, details: Record<string, unknown> = {}): void {
  const { error, ...rest } = details;
  const described =
    error instanceof Error
      ? {
          error: {
            name: error.name,
            message: error.message.slice(0, 2000),
            stack: level === 'error' ? error.stack : undefined,
          },
        }
      : error !== undefined
        ? { error: String(error) }
        : {};
  (level === 'info' ? console.log : console.error)(lineOf(level, event, { ...rest, ...described }));
}

const lineOf = (level: string, event: string, details: Record<string, unknown>) =>
  JSON.stringify({ time: new Date().toISOString(), level, event, ...details });

export const lostLines = (lost: number, reason: string): string => lineOf('warn', 'output', { lost, reason });
