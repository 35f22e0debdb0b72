/** Events of signing in and out. The migration withholds by these names how an admin signs in. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';

type Seat = { email: string };
const aboutSeat = eventAbout<Seat>();
const target = ({ email }: Seat) => email;
const nothing = z.object({});

export const sessionEvents = defineEvents({
  sign_in: aboutSeat({
    data: nothing,
    words: () => 'signed in',
    audit: { group: 'entering', label: 'Signed in', target },
  }),
  'sign_in.failed': aboutSeat({
    data: nothing,
    words: () => 'failed to sign in: wrong password',
    audit: { group: 'entering', label: 'Sign-in failed', target, sentence: (who) => `A sign-in as ${who} failed` },
  }),
  'sign_in.code_failed': aboutSeat({
    data: nothing,
    words: () => 'failed to sign in: wrong second factor',
    audit: {
      group: 'entering',
      label: 'Second factor failed',
      target,
      sentence: (who) => `The second factor of ${who} was wrong`,
    },
  }),
  sign_out: aboutSeat({
    data: nothing,
    words: () => 'signed out',
    audit: { group: 'entering', label: 'Signed out', target },
  }),
  /** Own sessions in all organisations, or another member's here. */
  'session.ended': eventAbout<{ memberId: string }>()({
    data: z.object({ sessions: z.number().optional() }),
    formerly: ['session.end'],
    words: (_, { it }) => `ended sessions of ${it}`,
    audit: { group: 'entering', label: 'Sessions ended', target: ({ memberId }) => memberId },
    // Own sessions end in all organisations; `endLive` ends those connections.
    revoke: ({ memberId }, _, by) => (memberId === by ? [] : [memberId]),
  }),
  /** In the log of the caller's organisation. */
  'access.denied': eventAbout<{ wanted: string }>()({
    data: nothing,
    words: () => 'tried to enter another organisation',
    audit: { group: 'entering', label: 'Access denied', target: ({ wanted }) => wanted },
  }),
  /** In the log of the other organisation, which learns no more. */
  'access.foreign': eventAbout<null>()({
    data: nothing,
    words: () => 'tried to enter this organisation and belongs to another one',
    audit: {
      group: 'entering',
      label: 'Access denied',
      sentence: () => 'Somebody who belongs to another organisation tried to enter this one',
    },
  }),
});
