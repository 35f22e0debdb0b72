import { readiness } from '@/lib/operations/readiness';

/** State of each part; 503 while a required one is missing. */
export const dynamic = 'force-dynamic';
export async function GET(): Promise<Response> {
  const parts = await readiness();
  return Response.json(parts, {
    status: parts.database === 'ok' ? 200 : 503,
    headers: { 'Cache-Control': 'no-store' },
  });
}
