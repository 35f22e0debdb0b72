import { readiness } from '@/lib/operations/readiness';

/** State of each part, by whatever name or IP address it is asked; 503 while a required one is missing. */
export const dynamic = 'force-dynamic';
export async function GET(): Promise<Response> {
  const parts = await readiness();
  const ready = parts.database === 'ok' && parts.files === 'ok';
  return Response.json(parts, {
    status: ready ? 200 : 503,
    headers: { 'Cache-Control': 'no-store', ...(!ready && { 'Retry-After': '5' }) },
  });
}
