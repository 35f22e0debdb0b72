/** Browsers that notifications are pushed to. Runs anywhere. */
import { z } from 'zod';
import { record } from '@/lib/validation';

const key = (bytes: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+={0,2}$/, 'This is not a key of a browser.')
    .transform((value) => value.replace(/={1,2}$/, ''))
    .refine((value) => Math.floor((value.length * 3) / 4) === bytes, 'This is not a key of a browser.');

const endpoint = z.string().max(1000);

/** As the browser's Push API gives it (`subscription.toJSON()`). */
export const NewPushSubscription = z.strictObject({
  endpoint,
  expirationTime: z.number().nullish(),
  keys: z.strictObject({ p256dh: key(65), auth: key(16) }),
  replaces: endpoint.optional().describe('The endpoint that it had before; it must be one of the caller’s'),
});
export type NewPushSubscription = z.output<typeof NewPushSubscription>;

/** The same, or its endpoint alone. */
export const EndPushSubscription = z.strictObject({
  endpoint,
  expirationTime: z.number().nullish(),
  keys: z.record(z.string(), z.string()).optional(),
});
export type EndPushSubscription = z.output<typeof EndPushSubscription>;

export const PushSubscriptionRecord = record('PushSubscriptionRecord', {
  endpoint: z.string(),
  active: z.boolean().describe('Whether notifications are pushed there from now on'),
});
export type PushSubscriptionRecord = z.infer<typeof PushSubscriptionRecord>;
