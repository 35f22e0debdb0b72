import 'server-only';
import { z } from 'zod';
import { withinRate } from '@/lib/contract/rate';
import { DomainError, STATUS, toFailure } from '@/lib/errors';
import { log } from '@/lib/log';
import { clientIp, refuseForeignOrigin } from '@/lib/session/caller';
import { cut } from '@/lib/text';

const MAX_BODY = 16 * 1024;

const text = (most: number) => z.string().transform((value) => cut(withoutContent(value), most));

const Report = z.strictObject({
  reference: z.string().regex(/^[0-9a-f]{8,32}$/),
  name: text(100),
  message: text(500),
  /** Without its query. */
  page: z
    .string()
    .max(2_000)
    .transform((value) => cut(value.split(/[?#]/, 1).join(''), 200)),
  stack: text(4_000),
});

/**
 * Logged under the reference that the page shows. Only from our own pages, rate limited.
 * @returns 204; otherwise the status of the refusal, without a body: nobody reads it
 */
export async function receiveErrorReport(request: Request): Promise<Response> {
  try {
    refuseForeignOrigin(request);
    await withinRate('report', clientIp(request.headers) ?? 'unknown');
    const report = Report.safeParse(await readJson(request));
    if (!report.success) throw new DomainError('invalid', 'This is not a report.');
    log('error', 'browser', report.data);
    return new Response(null, { status: 204 });
  } catch (error) {
    return new Response(null, { status: STATUS[toFailure(error).code] });
  }
}

/** People's text must not reach the log. Bounded lengths keep the email pattern fast on long text. */
function withoutContent(value: string): string {
  return value
    .replace(/(["'`])(?:(?!\1).){24,}?\1|“[^“”]{24,}”/gs, '"…"')
    .replace(/[?#][^\s:)]*/g, '')
    .replace(/[^\s@<>()]{1,64}@[^\s@<>()]{1,250}\.[a-z]{2,}/gi, '…@…');
}

async function readJson(request: Request): Promise<unknown> {
  const length = Number(request.headers.get('content-length') ?? Number.NaN);
  if (!(length <= MAX_BODY)) throw new DomainError('too_large', 'A report is small.');
  try {
    return await request.json();
  } catch {
    throw new DomainError('malformed', 'A report is JSON.');
  }
}
