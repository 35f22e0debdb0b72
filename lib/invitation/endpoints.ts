import 'server-only';
import { command, create, defineEndpoints, list, query } from '@/lib/contract/endpoint';
import { resendInvitation, revokeInvitation, sendInvite, sendInvites } from '@/lib/invitation/commands';
import { importInvitations } from '@/lib/invitation/commands.csv';
import { getInvitationBatch, listInvitations } from '@/lib/invitation/queries';
import { listInvitationBatches } from '@/lib/invitation/queries.batches';
import {
  ImportInvitations,
  InvitationBatchRecord,
  InvitationBatchSummary,
  InvitationImport,
  InvitationRecord,
  InvitationReference,
  InviteOutcomes,
  ListInvitationBatches,
  ListInvitations,
  SendInvite,
  SendInvites,
} from '@/lib/invitation/schema';

export const invitationEndpoints = defineEndpoints({
  'POST sendInvite': create(
    SendInvite,
    InvitationRecord,
    'invitation.send',
    sendInvite,
    'Invites one person by mail: seven days, one use.',
  ),
  'POST sendInvites': create(
    SendInvites,
    InviteOutcomes,
    'invitation.send',
    sendInvites,
    'Invites a list of addresses; each has its own outcome.',
  ),
  'POST sendInviteFromCSV': command(
    ImportInvitations,
    InvitationImport,
    'invitation.import',
    { steps: importInvitations },
    'Invites the people of a CSV file (email, name, role, projects): 10,000 rows, 5 MB.',
    { expensive: true, multipart: true },
  ),
  'GET inviteBatch/{id}': query(
    InvitationReference,
    InvitationBatchRecord,
    'invitation.import',
    getInvitationBatch,
    'How far the upload of a file has come.',
  ),
  'GET inviteBatchList': list(
    ListInvitationBatches,
    InvitationBatchSummary,
    'invitation.import',
    listInvitationBatches,
    'Files that were uploaded to invite people, newest first; the rows of one are in inviteBatch.',
  ),
  'GET invitationList': list(
    ListInvitations,
    InvitationRecord,
    'invitation.view',
    listInvitations,
    'Invitations, newest first; a team leader sees its own.',
  ),
  'POST resendInvite/{id}': command(
    InvitationReference,
    InvitationRecord,
    'invitation.manage',
    resendInvitation,
    'Sends an invitation anew; the old link dies.',
  ),
  'POST revokeInvite/{id}': command(
    InvitationReference,
    InvitationRecord,
    'invitation.manage',
    revokeInvitation,
    'Takes an invitation back.',
  ),
});
