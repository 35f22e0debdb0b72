import 'server-only';
import type { ChangeProfile, ProfileRecord } from '@/lib/account/schema';
import { type AuthCtx, withAuth } from '@/lib/auth';
import { allow, notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';
import { ROLE_LABEL } from '@/lib/permission/schema';
import { changePerson } from '@/lib/person/person';
import { showName } from '@/lib/person/seat';
import type { ThemeName } from '@/lib/session/vocabulary';

type Account = {
  name: string;
  locale: string;
  time_zone: string;
  working_days: number[];
  theme: ThemeName;
  single_keys: boolean;
  created_at: Date;
};

const accountOf = async ({ db }: AuthCtx, personId: string): Promise<Account> => {
  const [account] = await db.$queryRaw<Account[]>`
    select name, locale, time_zone, working_days, theme, single_keys, created_at from person where id = ${personId}::uuid`;
  if (!account) throw notFound('Your account');
  return account;
};

const recordOf = ({ actor }: Ctx, { created_at, ...account }: Account): ProfileRecord => ({
  ...account,
  _id: actor.memberId,
  email: actor.email,
  role: actor.role,
  role_label: ROLE_LABEL[actor.role],
  pic: actor.picture,
  created_at: created_at.toISOString(),
});

/** Inside the second door. */
export const profileOf = async (ctx: Ctx, auth: AuthCtx): Promise<ProfileRecord> =>
  recordOf(ctx, await accountOf(auth, ctx.actor.personId));

export const getProfile = (ctx: Ctx): Promise<ProfileRecord> => withAuth(ctx, (auth) => profileOf(ctx, auth));

/** The name changes in all seats of the person; each organisation is told and logs it. */
export async function changeProfile(ctx: Ctx, input: ChangeProfile): Promise<ProfileRecord> {
  const { actor } = ctx;
  allow(mayEver(actor, 'profile.own'));
  const { before, after } = await withAuth(ctx, async (auth) => {
    const before = await accountOf(auth, actor.personId);
    const { time_zone, working_days, single_keys, ...same } = input;
    const data = { ...same, timeZone: time_zone, workingDays: working_days, singleKeys: single_keys };
    await changePerson(auth, actor.personId, data);
    if (input.name !== undefined) {
      await showName(auth, actor.personId, input.name);
      if (input.name !== before.name) {
        const names = { from: before.name, to: input.name };
        for (const seat of await otherSeats(ctx, auth))
          auth.happened(seat, 'profile.renamed', { id: seat.memberId }, names);
      }
    }
    return { before, after: await accountOf(auth, actor.personId) };
  });
  if (after.name !== before.name || (input.name !== undefined && input.name !== actor.name)) {
    ctx.happened('profile.renamed', { id: actor.memberId }, { from: actor.name, to: after.name });
  }
  return recordOf(ctx, after);
}

/** Seats in other organisations, which are told too. */
export const otherSeats = ({ actor }: Ctx, { db }: AuthCtx): Promise<{ orgId: string; memberId: string }[]> =>
  db.$queryRaw`select id as "memberId", org_id as "orgId" from member
    where person_id = ${actor.personId}::uuid and id <> ${actor.memberId}::uuid`;
