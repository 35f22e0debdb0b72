import { openApiDocument } from '@/lib/api/openapi';
import { table } from '@/lib/api/table';
import { env } from '@/lib/env';

let document: string | undefined;

/** The wire contract as an OpenAPI document, without authentication. */
export function GET(): Response {
  document ??= JSON.stringify(openApiDocument(table, env.appUrl));
  return new Response(document, {
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=300' },
  });
}
