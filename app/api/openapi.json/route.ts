import { openApiDocument } from '@/lib/api/openapi';
import { table } from '@/lib/api/table';
import { env } from '@/lib/env';

/** OpenAPI 3.1, made from the table that answers the calls. */
export const dynamic = 'force-dynamic';
export const GET = () =>
  Response.json(openApiDocument(table, env.appUrl), { headers: { 'Cache-Control': 'public, max-age=300' } });
