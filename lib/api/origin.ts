import 'server-only';
import { env } from '@/lib/env';
import { DomainError } from '@/lib/errors';

/** A page elsewhere cannot make the browser's cookie act here: an unsafe call must name this host as its origin. */
export function refuseForeignOrigin(request: Request): void {
  if (request.method === 'GET') return;
  const origin = request.headers.get('origin');
  const host = request.headers.get('x-forwarded-host') ?? request.headers.get('host');
  if (origin !== `${env.secure ? 'https' : 'http'}://${host}`)
    throw new DomainError('forbidden', 'This call must come from the application itself.');
}
