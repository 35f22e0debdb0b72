import { lettersIn } from '@/lib/text';

/** What a field says of a text that does not fit; null where it fits. The server has the last word. */
export function tooLong(text: string, most: number): string | null {
  if (text.length <= most) return null;
  const over = lettersIn(text.trim()) - most;
  if (over <= 0) return null;
  return `This is ${over.toLocaleString('en')} ${over === 1 ? 'character' : 'characters'} too long: ${most.toLocaleString('en')} fit.`;
}
