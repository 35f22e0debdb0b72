/** Events of invitations. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';
import { peopleChanged } from '@/lib/member/events';
import { ROLE_LABEL, ROLES } from '@/lib/permission/schema';

type Invited = { email: string };
const aboutInvited = eventAbout<Invited>();
const target = ({ email }: Invited) => email;
const role = z.enum(ROLES);

export const invitationEvents = defineEvents({
  'invitation.sent': eventAbout<Invited & { inFile: boolean }>()({
    data: z.object({ role }),
    formerly: ['invitation.send'],
    words: ({ role }, { it }) => `invited ${it} as ${ROLE_LABEL[role]}`,
    // A file has one line for all.
    audit: { group: 'invitations', label: 'Invited', target, when: ({ inFile }) => !inFile },
    live: peopleChanged,
  }),
  /** One line per file. */
  'invitation.imported': eventAbout<{ batchId: string }>()({
    data: z.object({ file: z.string(), rows: z.number().optional() }),
    formerly: ['invitation.import'],
    words: ({ file }) => `invited the people of the file ${file}`,
    audit: { group: 'invitations', label: 'File imported', target: ({ batchId }) => batchId },
  }),
  'invitation.resent': aboutInvited({
    data: z.object({}),
    formerly: ['invitation.resend'],
    words: (_, { it }) => `resent the invitation of ${it}`,
    audit: { group: 'invitations', label: 'Invitation resent', target },
    live: peopleChanged,
  }),
  'invitation.revoked': aboutInvited({
    data: z.object({}),
    formerly: ['invitation.revoke'],
    words: (_, { it }) => `revoked the invitation of ${it}`,
    audit: { group: 'invitations', label: 'Invitation revoked', target },
    live: peopleChanged,
  }),
  'invitation.accepted': eventAbout<Invited & { inviterId: string }>()({
    data: z.object({ role: role.optional() }),
    formerly: ['invitation.accept'],
    words: () => 'accepted the invitation',
    audit: { group: 'invitations', label: 'Invitation accepted', target },
    notify: {
      topic: 'invited',
      to: ({ inviterId }) => [inviterId],
      words: () => 'accepted your invitation',
      page: 'userlist',
    },
    live: peopleChanged,
  }),
});
