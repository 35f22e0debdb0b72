import { switchEmails } from '@/lib/notification/queries.unsubscribe';

type Given = { params: Promise<{ token: string }> };

/** A mail program that follows the link changes nothing. */
export async function GET(_request: Request, { params }: Given): Promise<Response> {
  return seen((await params).token);
}

/** One click of a mail program (RFC 8058), or the page's button: no session is asked for, and none is made. */
export async function POST(request: Request, { params }: Given): Promise<Response> {
  const { token } = await params;
  const form = await request.formData().catch(() => new FormData());
  const wanted = form.get('emails') === 'on';
  if (!(await switchEmails(token, wanted))) return new Response('This link is not valid.', { status: 404 });
  if (form.has('List-Unsubscribe')) return new Response('No further emails are sent.', { status: 200 });
  return seen(token, wanted ? 'on' : 'off');
}

const seen = (token: string, done?: 'on' | 'off') => {
  const query = new URLSearchParams({ token, ...(done && { done }) });
  return new Response(null, { status: 303, headers: { Location: `/unsubscribe?${query}` } });
};
