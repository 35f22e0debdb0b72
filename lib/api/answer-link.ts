import 'server-only';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Client } from '@/lib/auth';
import { withinRate } from '@/lib/contract/rate';
import { deadline, withinDeadline } from '@/lib/deadline';
import { DomainError } from '@/lib/errors';
import { answerMeeting } from '@/lib/meeting/commands';
import { byAnswerLink } from '@/lib/meeting/queries.invited';
import { AnswerMeeting } from '@/lib/meeting/schema';
import { connectionOf } from '@/lib/session/caller';
import { reported } from '@/lib/session/transport';

const Given = AnswerMeeting.pick({ answer: true, note: true });

/** The page that asks; by what it then says. */
export function pageOfLink(token: string, then: Record<string, string> = {}): Response {
  const Location = `/invitation/meeting?${new URLSearchParams({ token, ...then })}`;
  return new Response(null, {
    status: 303,
    headers: { Location, 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' },
  });
}

/** `POST /api/answer/{token}`: not in the endpoint table because nobody is signed in, and a form is answered by a page. */
export async function answerOfLink(request: Request, token: string): Promise<Response> {
  const client = connectionOf(request.headers);
  const form = await request.formData().catch(() => new FormData());
  const given = Given.safeParse({ answer: form.get('answer') ?? '', note: form.get('note') ?? '' });
  if (!given.success)
    return pageOfLink(token, { problem: given.error.issues[0]?.path[0] === 'note' ? 'note' : 'answer' });
  try {
    await withinRate('anonymous', client.ip ?? 'unknown');
    await withinDeadline(deadline('write'), () => answerBy(token, client, given.data));
    return pageOfLink(token, { done: given.data.answer });
  } catch (error) {
    const { code } = reported(error, `answer by link ${randomUUID()}`);
    // What is over says so on the page itself.
    const silent = error instanceof DomainError && ['gone', 'not_found', 'conflict'].includes(code);
    return pageOfLink(token, silent ? {} : { problem: code === 'rate_limited' ? 'often' : 'failed' });
  }
}

/** As whoever the link was sent to, and nothing else than this. */
const answerBy = (token: string, caller: Client, { answer, note }: z.output<typeof Given>): Promise<void> =>
  byAnswerLink(token, caller, async (ctx, { meeting: id, start }) => {
    const occurrence = start === null ? {} : { occurrence: new Date(start) };
    const { title } = await answerMeeting(ctx, { id, answer, note, ...occurrence });
    ctx.happened('meeting.answered_by_link', {}, { meeting_id: id, title, answer });
  });
