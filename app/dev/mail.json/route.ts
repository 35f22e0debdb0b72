import { env } from '@/lib/env';
import { listMails } from '@/lib/mail/sink';

/** Newest first; `?to=` filters by address. Only in demo and development. */
export const dynamic = 'force-dynamic';
export async function GET(request: Request): Promise<Response> {
  if (env.mode === 'production') return new Response('Not found', { status: 404 });
  const to = new URL(request.url).searchParams.get('to')?.trim().toLowerCase() || null;
  const mails = await listMails(to);
  return Response.json(
    mails.map(({ id, to: recipient, subject, text, links, sent_at }) => ({
      id,
      to: recipient,
      subject,
      text,
      links,
      sent_at,
    })),
    { headers: { 'Cache-Control': 'no-store' } },
  );
}
