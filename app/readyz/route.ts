import { readiness } from '@/lib/operations/readiness';

/** Each part one by one; 503 while one that is needed is missing. */
export const dynamic = 'force-dynamic';
export async function GET(): Promise<Response> {
  const parts = await readiness();
  return Response.json(parts, {
    status: parts.database === 'ok' ? 200 : 503,
    headers: { 'Cache-Control': 'no-store' },
  });
}
