/** Runs anywhere. */

import { plainLine } from '@/lib/markdown/plain-line';
import { cut } from '@/lib/text';

export const FROM_CHAT = 'From the chat';
const MOST_LETTERS = 200;

/** What a task is called that is made of a message: its first line, without marks of Markdown. */
export function titleOf(body: string): string {
  const [first = ''] = body.split('\n');
  const words = plainLine(first);
  return cut(words, MOST_LETTERS, '…') || FROM_CHAT;
}
