import { readLogo } from '@/lib/organisation/auth.logo';

const FILE = /^([0-9a-f]{32})\.(webp|png)$/;

/** Public: the login page shows it. Cached for good, since its URL changes with the picture. */
export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const [, version, kind] = FILE.exec((await params).file) ?? [];
  const bytes = version ? await readLogo(version, kind as 'webp' | 'png') : null;
  if (!bytes)
    return new Response('This picture does not exist.', { status: 404, headers: { 'Cache-Control': 'no-store' } });
  return new Response(bytes, {
    headers: {
      'Content-Type': `image/${kind}`,
      'Content-Length': String(bytes.byteLength),
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  });
}
