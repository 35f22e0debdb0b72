import type { Door } from '@/lib/contract/endpoint';
import type { RunningJob } from '@/lib/contract/job';
import type { Ctx, Seat } from '@/lib/org';
import { asMemberCommitted, seatOf } from '@/lib/test/as-member';
import { SPARE_NAME, spareOrganisation } from '@/lib/test/spare-organisation';

/** Exports and imports of an organisation, run piece by piece by the test itself. */

/** An organisation that nobody uses yet; the seat of its admin. */
export async function newAdmin(): Promise<Seat> {
  const { id: org_id, key: org_key, personId: person_id, memberId: member_id } = await spareOrganisation();
  const seat = { org_id, org_key, org_name: SPARE_NAME, person_id, member_id, email: `admin@${org_key}.test` };
  return { ...seatOf('acme.admin'), ...seat, project_ids: [] };
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
