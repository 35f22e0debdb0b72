'use server';

import { unstable_rethrow } from 'next/navigation';
import type { z } from 'zod';
import type { Door } from '@/lib/api/endpoint';
import { renewKeptSession } from '@/lib/auth/browser-session';
import { cancelAddress, changeAddress, confirmAddress } from '@/lib/auth/change-address';
import { endOtherSessions, endOwnSession } from '@/lib/auth/own-sessions';
import {
  ChangeAddress,
  ConfirmAddress,
  ConfirmTotp,
  DisableTotp,
  Reauthenticate,
  SessionReference,
} from '@/lib/auth/schema.security';
import { beginTotp, confirmTotp, disableTotp, renewRecoveryCodes } from '@/lib/auth/second-factor';
import { pageCaller } from '@/lib/auth/session';
import { withOrg } from '@/lib/org';
import { parse, publicAction, type Result, reported } from '@/lib/transport';

/** What the security part of the profile does. Each passes the door of the organisation that is open, as its endpoint does. */

async function settled<S extends z.ZodType, T>(
  schema: S,
  input: unknown,
  command: (door: Door, input: z.output<S>) => Promise<T>,
  { renews = false } = {},
): Promise<Result<T>> {
  try {
    const caller = await pageCaller();
    const data = await command((work) => withOrg(caller, null, work, ['second_factor']), parse(schema, input));
    // What was stolen before counts no more.
    if (renews) await renewKeptSession(caller.sid);
    return { ok: true, data };
  } catch (error) {
    unstable_rethrow(error);
    return { ok: false, error: reported(error, 'security') };
  }
}

export const beginSecondFactor = publicAction(async (input: z.input<typeof Reauthenticate>) =>
  settled(Reauthenticate, input, beginTotp),
);

export const confirmSecondFactor = publicAction(async (input: z.input<typeof ConfirmTotp>) =>
  settled(ConfirmTotp, input, confirmTotp, { renews: true }),
);

export const disableSecondFactor = publicAction(async (input: z.input<typeof DisableTotp>) =>
  settled(DisableTotp, input, disableTotp, { renews: true }),
);

export const newCodes = publicAction(async (input: z.input<typeof Reauthenticate>) =>
  settled(Reauthenticate, input, renewRecoveryCodes),
);

export const askForAddress = publicAction(async (input: z.input<typeof ChangeAddress>) =>
  settled(ChangeAddress, input, changeAddress),
);

export const enterAddressCode = publicAction(async (input: z.input<typeof ConfirmAddress>) =>
  settled(ConfirmAddress, input, confirmAddress, { renews: true }),
);

export const keepAddress = publicAction(async () => settled(Reauthenticate.pick({}), {}, cancelAddress));

export const endSessionById = publicAction(async (input: z.input<typeof SessionReference>) =>
  settled(SessionReference, input, endOwnSession),
);

export const endOthers = publicAction(async () => settled(Reauthenticate.pick({}), {}, endOtherSessions));
