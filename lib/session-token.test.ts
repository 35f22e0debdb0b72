import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { type Claims, renewedToken, signToken, verifyToken } from './session-token';

const now = () => Math.floor(Date.now() / 1000);
const claims = {
  sub: 'p',
  sid: '3f0c1a52-7a0b-4c52-9d53-0a1b2c3d4e5f',
  org: 'o',
  key: 'acme',
  kind: 'browser',
  abs: now() + 1000,
} as const;
const reason = (token: string) =>
  verifyToken(token).then(
    () => 'accepted',
    (error) => error.reason,
  );
const forged = (change: (jwt: SignJWT) => SignJWT, secret: string, header: Record<string, string> = {}) =>
  change(
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256', ...header })
      .setIssuer('guildhall')
      .setAudience('guildhall:session')
      .setIssuedAt()
      .setExpirationTime('1h'),
  ).sign(new TextEncoder().encode(secret));

describe('a session token', () => {
  test('carries ids and times and no rights', async () => {
    const until = now() + 60;
    const { iat, exp, ...rest } = await verifyToken(await signToken(claims, until));
    expect(rest).toEqual({ ...claims, iss: 'guildhall', aud: 'guildhall:session' });
    expect(exp).toBe(until);
    expect(iat).toBeGreaterThanOrEqual(until - 60);
    expect(iat).toBeLessThanOrEqual(now());
  });

  test('S01 expired says so; everything else that is wrong looks alike', async () => {
    const good = await signToken(claims, now() + 60);
    const kid = JSON.parse(atob(good.split('.')[0] as string)).kid;
    expect(await reason(good)).toBe('accepted');
    expect(await reason(await signToken(claims, now() - 60))).toBe('expired');
    const [secret] = env.authSecrets as [string];
    expect(await reason(await forged((jwt) => jwt, secret, { kid }))).toBe('accepted');
    const none = `${btoa(JSON.stringify({ alg: 'none', kid })).replace(/=+$/, '')}.${good.split('.')[1]}.`;
    for (const token of [
      none,
      // A signature's first letter: of the last ones several spell the same bytes.
      good.replace(/\.(.)([^.]*)$/, (_, first, rest) => `.${first === 'A' ? 'B' : 'A'}${rest}`),
      good.split('.').reverse().join('.'),
      'not.a.token',
      await forged((jwt) => jwt, 'secret', { kid }),
      await forged((jwt) => jwt, secret),
      await forged((jwt) => jwt.setAudience('guildhall:chat'), secret, { kid }),
      await forged((jwt) => jwt.setIssuer('elsewhere'), secret, { kid }),
      await forged((jwt) => jwt.setNotBefore('10m'), secret, { kid }),
      await signToken({ ...claims, sid: 'no-id' }, now() + 60),
    ])
      expect(await reason(token)).toBe('invalid');
  });

  test('S07 slides after an hour, never past its absolute end, and a bearer not at all', async () => {
    const at = now();
    const aged = (change: Partial<Claims>): Claims => ({
      ...claims,
      iat: at - 7200,
      exp: at + 60,
      abs: at + 100_000,
      ...change,
    });
    expect(await renewedToken(aged({ iat: at - 60 }), at)).toBeNull();
    expect((await verifyToken((await renewedToken(aged({}), at)) as string)).exp).toBe(at + 86_400);
    expect((await verifyToken((await renewedToken(aged({ abs: at + 500 }), at)) as string)).exp).toBe(at + 500);
    expect(await renewedToken(aged({ abs: at - 1 }), at)).toBeNull();
    expect(await renewedToken(aged({ kind: 'bearer' }), at)).toBeNull();
  });
});
