import 'server-only';

/** A form that was sent without scripts wants a page: the one it came from, or in words why not. */
export async function forPlainForm(request: Request, answer: Response): Promise<Response> {
  const { method, headers } = request;
  const from = headers.get('referer');
  if (method !== 'POST' || headers.get('sec-fetch-mode') !== 'navigate' || !from) return answer;
  if (answer.ok) return new Response(null, { status: 303, headers: { Location: from } });
  const { message } = (await answer.json()) as { message: string };
  return new Response(`${message}\n\nGo back and try again.`, {
    status: answer.status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
