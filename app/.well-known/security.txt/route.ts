import { env } from '@/lib/env';

const HALF_A_YEAR = 182 * 24 * 3600 * 1000;

/** Whom to tell about a weakness (RFC 9116). */
export function GET(): Response {
  const lines = [
    `Contact: ${env.securityContact}`,
    `Expires: ${new Date(Date.now() + HALF_A_YEAR).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${env.appUrl}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
