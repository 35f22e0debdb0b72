import 'server-only';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { readPicture } from '@/lib/account/picture';
import { withinRate } from '@/lib/contract/rate';
import { deadline, withinDeadline } from '@/lib/deadline';
import { failureBody, notFound, STATUS } from '@/lib/errors';
import { withOrg } from '@/lib/org';
import { readProjectPicture } from '@/lib/project/queries.picture';
import { callerOf } from '@/lib/session/caller';
import { reported } from '@/lib/session/transport';

/** The URL contains the version; shared caches must not keep it. */
const KEEP = 'private, max-age=604800, immutable';

const ALWAYS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  Vary: 'Authorization, Cookie',
};

/** `GET /api/picture/{member or project}/{version}.webp`; not in the endpoint table because it answers bytes. */
export async function pictureRoute(request: Request, id: string, file: string): Promise<Response> {
  try {
    const caller = await callerOf(request, true);
    await withinRate('picture', caller.claims.sub);
    if (!z.guid().safeParse(id).success || !/^[\w-]{1,43}\.webp$/.test(file)) throw notFound('The picture');
    const { version, bytes } = await withinDeadline(deadline('read'), () =>
      withOrg(caller, null, async (ctx) => (await readPicture(ctx, id)) ?? readProjectPicture(ctx, id)),
    );
    const ETag = `"${version}"`;
    const headers = {
      ...ALWAYS,
      ETag,
      // An older URL answers the current picture, so it must not be cached long.
      'Cache-Control': file === `${version}.webp` ? KEEP : 'private, no-cache',
    };
    const known = request.headers
      .get('if-none-match')
      ?.split(',')
      .map((one) => one.trim());
    if (known?.includes(ETag)) return new Response(null, { status: 304, headers });
    return new Response(new Uint8Array(bytes), {
      headers: { ...headers, 'Content-Type': 'image/webp', 'Content-Disposition': 'inline; filename="picture.webp"' },
    });
  } catch (error) {
    const requestId = randomUUID();
    const failure = reported(error, `picture ${requestId}`);
    const { code, retryAfter } = failure;
    return Response.json(failureBody(failure, requestId), {
      status: STATUS[code],
      headers: { ...ALWAYS, 'Cache-Control': 'no-store', ...(retryAfter && { 'Retry-After': String(retryAfter) }) },
    });
  }
}
