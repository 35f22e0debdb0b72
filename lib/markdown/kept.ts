import 'server-only';
import { invalidField } from '@/lib/errors';
import { RENDERER, render, TooMuch } from '@/lib/markdown/markdown';

/** To be stored beside the text. `invalid` on `field` if the text has too many parts. */
export function renderedFor(field: string, text: string): { html: string; renderer: number } {
  try {
    return { html: render(text), renderer: RENDERER };
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    throw invalidField(field, 'This text has too many table cells, links or other formatting. Shorten or split it.');
  }
}
