/** One JSON line an event, in UTC; values are escaped by JSON, and secrets never passed in. */
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

/** The line that tells how many could not be written, and why. */
export const lostLines = (lost: number, reason: string): string => lineOf('warn', 'output', { lost, reason });
