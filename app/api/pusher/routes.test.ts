import { expect, test } from 'vitest';
import * as auth from './auth/route';
import * as user from './user/route';

test('P04 POST alone signs: Next answers any other method with 405', () => {
  for (const route of [auth, user]) expect(Object.keys(route)).toEqual(['POST']);
});
