import 'server-only';
import { createHash } from 'node:crypto';
import { otherSeats } from '@/lib/account/profile';
import type { OwnPicture, SetPicture } from '@/lib/account/schema';
import { type AuthCtx, withAuth } from '@/lib/auth';
import type { Door } from '@/lib/contract/endpoint';
import { allow, DomainError } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';
import { replacePicture, type StoredPicture } from '@/lib/person/person';
import { squarePicture } from '@/lib/picture/picture';
import { PICTURE_LIMIT } from '@/lib/session/vocabulary';

/** For all seats of the person. The file is processed before the transaction; a refused one changes nothing. */
export async function setPicture(door: Door, { file, x, y, size }: SetPicture): Promise<OwnPicture> {
  if (file.bytes.byteLength > PICTURE_LIMIT) throw new DomainError('too_large', 'A picture may have 5 MB at most.');
  const square = x === undefined || y === undefined || size === undefined ? undefined : { x, y, size };
  const organisation = await door(async ({ org, actor }) => {
    allow(mayEver(actor, 'profile.own'));
    return org.id;
  });
  const bytes = await squarePicture(organisation, file.bytes, square);
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return door(async (ctx) => {
    allow(mayEver(ctx.actor, 'profile.own'));
    return changePicture(ctx, { version, bytes });
  });
}

export async function removePicture(ctx: Ctx): Promise<OwnPicture> {
  allow(mayEver(ctx.actor, 'profile.own'));
  return changePicture(ctx, null);
}

async function changePicture(ctx: Ctx, picture: StoredPicture | null): Promise<OwnPicture> {
  const { actor } = ctx;
  const kind = picture ? 'profile.picture_changed' : 'profile.picture_removed';
  const pic = await withAuth(ctx, async (auth) => {
    await replacePicture(auth, actor.personId, picture);
    for (const seat of await otherSeats(ctx, auth)) auth.happened(seat, kind, { id: seat.memberId });
    const own = { where: { id: actor.memberId }, select: { picture: true } };
    return (await auth.db.member.findUnique(own))?.picture ?? null;
  });
  ctx.happened(kind, { id: actor.memberId });
  return { pic };
}

/** Null if hidden or without a picture. Any version answers the current one: pages may name an older. */
export async function readPicture(ctx: Ctx, memberId: string): Promise<StoredPicture | null> {
  const member = await ctx.db.member.findFirst({
    where: { id: memberId, picture: { not: null } },
    select: { personId: true },
  });
  if (!member?.personId) return null;
  const { personId } = member;
  return withAuth(ctx, (auth) => pictureOf(auth, personId));
}

const pictureOf = ({ db }: AuthCtx, personId: string): Promise<StoredPicture | null> =>
  db.personPicture.findUnique({ where: { personId }, select: { version: true, bytes: true } });
