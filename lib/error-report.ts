import 'server-only';
import { z } from 'zod';
import { withinRate } from '@/lib/contract/rate';
import { DomainError, STATUS, toFailure } from '@/lib/errors';
import { log } from '@/lib/log';
import { clientIp, refuseForeignOrigin } from '@/lib/session/caller';

/** Bytes of one report. */
const MAX_BODY = 16 * 1024;

const text = (most: number) => z.string().transform((value) => withoutContent(value).slice(0, most));

const Report = z.strictObject({
  reference: z.string().regex(/^[0-9a-f]{8,32}$/),
  name: text(100),
  message: text(500),
  /** Path of the page, without its query. */
  page: z
    .string()
    .max(2_000)
    .transform((value) => value.replace(/[?#].*$/s, '').slice(0, 200)),
  stack: text(4_000),
});

/**
 * An error that a browser met, as one line of the log under the reference that its page shows. Only pages of our own may
 * report, not often and not much.
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

/**
 * What people write can be quoted by an error or stand in a URL: it is not the log's. The parts of an email have the
 * lengths that they may have, so that a long text without one is not searched again from each of its letters.
 */
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
