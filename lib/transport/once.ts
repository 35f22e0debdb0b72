import 'server-only';
import { createHash } from 'node:crypto';
import type { FileAnswer } from '@/lib/contract/endpoint';
import { DomainError } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import type { Db } from '@/lib/sql';

export type Answer = {
  status: number;
  body: Record<string, unknown>;
  headers?: Record<string, string>;
  file?: FileAnswer;
};

/**
 * For 24 hours. The key's row is in the command's transaction: a simultaneous call waits, a failed one leaves no trace.
 */
export async function once(ctx: Ctx, key: string, request: string, run: () => Promise<Answer>): Promise<Answer> {
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    throw new DomainError('invalid', 'An Idempotency-Key has 1 to 200 printable ASCII characters.', {
      errors: { 'Idempotency-Key': ['1 to 200 printable ASCII characters.'] },
    });
  const { memberId } = ctx.actor;
  const requestHash = createHash('sha256').update(request).digest('base64url');
  const fresh = await ctx.db.$executeRaw`insert into idempotency_key (member_id, key, request_hash)
    values (${memberId}::uuid, ${key}, ${requestHash}) on conflict do nothing`;
  if (!fresh) {
    const before = await ctx.db.idempotencyKey.findFirst({ where: { memberId, key } });
    if (before?.requestHash !== requestHash)
      throw new DomainError('conflict', 'This Idempotency-Key was used for another request.');
    return {
      status: before.status ?? 200,
      body: before.answer as Record<string, unknown>,
      headers: { 'Idempotency-Replayed': 'true' },
    };
  }
  const first = await run();
  await ctx.db.idempotencyKey.updateMany({
    where: { memberId, key },
    data: { status: first.status, answer: JSON.parse(JSON.stringify(first.body)) },
  });
  return first;
}

export const forgetAnswers = (db: Db) =>
  db.$executeRaw`delete from idempotency_key where created_at < now() - interval '1 day'`;
