/** Work for a thread that never ends by itself. */
export function work(input: string): string {
  while (input === 'forever');
  return input;
}
