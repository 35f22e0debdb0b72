/** Events of people's own accounts. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';
import { type MemberSubject, peopleChanged } from '@/lib/member/events';

type Mailbox = { email: string };
const aboutMailbox = eventAbout<Mailbox>();
const aboutSelf = eventAbout<MemberSubject>();
const email = ({ email }: Mailbox) => email;
const self = ({ id }: MemberSubject) => id;
const nothing = z.object({});

export const accountEvents = defineEvents({
  'password.changed': aboutMailbox({
    data: nothing,
    words: () => 'changed their password',
    audit: { group: 'security', label: 'Password changed', target: email },
  }),
  'password.reset': aboutMailbox({
    data: nothing,
    words: () => 'reset their password by email',
    audit: { group: 'security', label: 'Password reset', target: email },
  }),
  'password.wrong': aboutMailbox({
    data: nothing,
    words: () => 'entered a wrong password when asked to confirm it',
    audit: { group: 'security', label: 'Wrong password', target: email },
  }),
  'second_factor.reset': aboutSelf({
    data: z.object({ done: z.boolean().optional() }),
    words: (_, { it }) => `reset the second factor of ${it}`,
    audit: { group: 'security', label: 'Second factor reset', target: self },
    revoke: ({ id }) => [id],
  }),
  'second_factor.enabled': eventAbout<null>()({
    data: nothing,
    words: () => 'switched on the second factor',
    audit: { group: 'security', label: 'Second factor on' },
  }),
  'second_factor.disabled': eventAbout<null>()({
    data: nothing,
    words: () => 'switched off the second factor',
    audit: { group: 'security', label: 'Second factor off' },
  }),
  'second_factor.codes': eventAbout<null>()({
    data: nothing,
    words: () => 'created new recovery codes',
    audit: { group: 'security', label: 'Recovery codes created' },
  }),
  'email.asked': eventAbout<null>()({
    data: z.object({ email: z.string() }),
    formerly: ['address.asked'],
    words: ({ email }) => `asked to change their email to ${email}`,
    audit: { group: 'security', label: 'Email change requested' },
  }),
  /** The target is the earlier address. */
  'email.changed': aboutMailbox({
    data: nothing,
    formerly: ['address.changed'],
    words: (_, { it }) => `changed their email, which was ${it}`,
    audit: { group: 'security', label: 'Email changed', target: email },
  }),
  'profile.renamed': aboutSelf({
    data: z.object({ from: z.string().optional(), to: z.string().optional() }),
    formerly: ['profile.name'],
    words: ({ to }) => (to ? `changed their name to ${to}` : 'changed their name'),
    audit: {
      group: 'people',
      label: 'Name changed',
      target: self,
      before: ({ from }) => ({ name: from }),
      after: ({ to }) => ({ name: to }),
      read: ({ before, after }) => ({ from: before.name, to: after.name }),
    },
    live: peopleChanged,
  }),
  'profile.picture_changed': aboutSelf({
    data: nothing,
    formerly: ['profile.picture'],
    words: () => 'changed their picture',
    audit: { group: 'people', label: 'Picture changed', target: self },
    live: peopleChanged,
  }),
  'profile.picture_removed': aboutSelf({
    data: nothing,
    words: () => 'removed their picture',
    audit: { group: 'people', label: 'Picture removed', target: self },
    live: peopleChanged,
  }),
  'data.downloaded': aboutSelf({
    data: nothing,
    words: () => 'downloaded their own data',
    audit: { group: 'data', label: 'Own data downloaded', target: self },
  }),
});
