import { openApiDocument } from '@/lib/api/openapi';
import { table } from '@/lib/api/table';
import { env } from '@/lib/env';

/** The wire contract as OpenAPI 3.1, made from the same table that answers the calls. */
export const dynamic = 'force-dynamic';
export const GET = () =>
  Response.json(openApiDocument(table, env.appUrl), { headers: { 'Cache-Control': 'public, max-age=300' } });
