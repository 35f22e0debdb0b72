import type { FileName } from '@/lib/api/contract';
import { failureOf, type Given, send } from './api-client';

/** Hands a file, or the text of a table, to the browser's downloads. */
export function saveFile(body: Blob | string, download: string): void {
  const file = typeof body === 'string' ? new Blob([body], { type: 'text/csv;charset=utf-8' }) : body;
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** Asks for a file, and saves it. */
export async function save<Name extends FileName>(name: Name, ...[input, options]: Given<Name>): Promise<void> {
  const { response, body } = await send(name, input, options, (response) => response.blob());
  if (!response.ok) throw failureOf(response, await new Response(body).json().catch(() => null));
  const [, download = 'guildhall'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  saveFile(body, download);
}
