import { expect, test } from 'vitest';
import { z } from 'zod';
import { toFailure } from '@/lib/errors';
import { parse } from '@/lib/session/transport';

test('messages by field can be handed to a page, whatever the fields are called', () => {
  const failureOf = (input: unknown) => {
    try {
      return parse(z.strictObject({ password: z.string() }), input);
    } catch (error) {
      return toFailure(error).errors;
    }
  };
  const errors = failureOf({ constructor: 1, ...JSON.parse('{"__proto__":1}') });
  // React hands nothing else from an action to a page.
  expect(Object.getPrototypeOf(errors)).toBe(Object.prototype);
  expect(Object.keys(errors ?? {}).sort()).toEqual(['__proto__', 'constructor', 'password']);
});
