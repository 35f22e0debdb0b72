import type pg from 'pg';
import type { Door } from '@/lib/contract/endpoint';
import type { RunningJob } from '@/lib/contract/job';
import type { Ctx, Seat } from '@/lib/org';
import { asMemberCommitted, seatOf } from '@/lib/test/as-member';
import { newId } from '@/lib/validation';

/** Exports and imports of an organisation, run piece by piece by the test itself. */

/** An organisation that nobody uses yet; the seat of its admin. */
export async function newAdmin(owner: pg.ClientBase, key: string): Promise<Seat> {
  const [org_id, person_id, member_id, email] = [newId(), newId(), newId(), `admin@${key}.test`];
  await owner.query(`insert into organisation (id, key, name, verified_at) values ($1, $2, 'New', now())`, [
    org_id,
    key,
  ]);
  await owner.query(
    `insert into person (id, email, name, password_hash, email_verified_at) values ($1, $2, 'Newcomer', 'x', now())`,
    [person_id, email],
  );
  await owner.query(
    `insert into member (org_id, id, person_id, role, approval, name, email) values ($1, $2, $3, 'admin', 1, 'Newcomer', $4)`,
    [org_id, member_id, person_id, email],
  );
  return {
    ...seatOf('acme.admin'),
    ...{ org_id, member_id, person_id, email, org_key: key, org_name: 'New', project_ids: [] },
  };
}

/** `sessionId`: of the session that is asked of. */
export function doorOf(seat: Seat, sessionId?: string): Door {
  const door = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    asMemberCommitted(seat, (ctx) => work(sessionId ? { ...ctx, sessionId } : ctx));
  return Object.assign(door, { key: null });
}

/** Runs a job to its end. With `dying`, each piece is lost the first time that it would be kept. */
export async function runPieces<P>(
  step: (job: RunningJob<P>) => Promise<boolean>,
  { id, payload, seat, dying = false }: { id: string; payload: P; seat: Seat; dying?: boolean },
): Promise<{ pieces: number }> {
  const kept: { progress: { done: number; total: number }; cursor: unknown } = {
    progress: { done: 0, total: 0 },
    cursor: null,
  };
  let pieces = 0;
  let lost = false;
  for (let isWhole = false; !isWhole; ) {
    let next: typeof kept | null = null;
    let dead = false;
    const died = () => new Error('The process died.');
    const job: RunningJob<P> = {
      ...{ id, payload, progress: kept.progress, cursor: kept.cursor },
      door: async (work) => {
        // Nothing of it goes on.
        if (dead) throw died();
        next = null;
        const result = await asMemberCommitted(seat, work);
        if (next) {
          Object.assign(kept, next);
          lost = false;
          pieces += 1;
        }
        return result;
      },
      advance: async (_, progress, cursor) => {
        if (dying && !lost) {
          lost = true;
          dead = true;
          throw died();
        }
        next = structuredClone({ progress, cursor: cursor ?? null });
      },
      write: async () => undefined,
    };
    isWhole = await step(job).catch((error) => {
      if (error instanceof Error && error.message === 'The process died.') return false;
      throw error;
    });
  }
  return { pieces };
}
