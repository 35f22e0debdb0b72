/** Runs anywhere. */

const MOST_LETTERS = 200;

/** What a task is called that is made of a message: its first line, without marks of Markdown. */
export function titleOf(body: string): string {
  const [first = ''] = body.split('\n');
  const words = first.replace(/^[#>\s*-]+/, '').trim();
  return [...words].slice(0, MOST_LETTERS).join('').trim() || 'From the chat';
}
