import 'server-only';
import { z } from 'zod';
import { withinRate } from '@/lib/api/rate';
import { readPicture } from '@/lib/auth/picture';
import { callerOf } from '@/lib/auth/session';
import { STATUS } from '@/lib/errors';
import { withOrg } from '@/lib/org';
import { reported } from '@/lib/transport';

/** The address names the version, so a browser need not ask again for a while; nobody between may keep it. */
const KEEP = 'private, max-age=604800, immutable';

const ALWAYS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  Vary: 'Authorization, Cookie',
};

/** `GET /api/picture/{member}/{version}.webp`: bytes, so no line of the endpoint table. Who may be seen, the door says. */
export async function pictureRoute(request: Request, memberId: string, file: string): Promise<Response> {
  try {
    const caller = await callerOf(request);
    withinRate('picture', caller.claims.sub);
    if (!z.guid().safeParse(memberId).success || !/^[\w-]{1,43}\.webp$/.test(file)) return refused(404);
    const { version, bytes } = await withOrg(caller, null, (ctx) => readPicture(ctx, memberId));
    const ETag = `"${version}"`;
    const headers = {
      ...ALWAYS,
      ETag,
      // An older address leads to the picture there is now, and is not to be believed for long.
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
    return refused(STATUS[reported(error, 'picture').code]);
  }
}

const refused = (status: number) => new Response(null, { status, headers: { ...ALWAYS, 'Cache-Control': 'no-store' } });
