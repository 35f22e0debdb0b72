import 'server-only';
import { z } from 'zod';
import { command, create, defineEndpoints, file, list, query } from '@/lib/contract/endpoint';
import { resendInvitation, revokeInvitation, sendInvite, sendInvites } from '@/lib/invitation/commands';
import { importInvitations } from '@/lib/invitation/commands.csv';
import { getInvitationBatch, listInvitations } from '@/lib/invitation/queries';
import { getInvitationBatchFile, listInvitationBatches } from '@/lib/invitation/queries.batches';
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
    'Invites one person by email. The link works once, for seven days.',
  ),
  'POST sendInvites': create(
    SendInvites,
    InviteOutcomes,
    'invitation.send',
    sendInvites,
    'Invites a list of emails; each has its own result.',
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
    'The progress of an upload.',
  ),
  'GET inviteBatchFile/{id}': file(
    InvitationReference,
    z.string(),
    'invitation.import',
    getInvitationBatchFile,
    'What became of each line of an upload, as CSV.',
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
    'Invitations, newest first; a team leader sees their own.',
  ),
  'POST resendInvite/{id}': command(
    InvitationReference,
    InvitationRecord,
    'invitation.manage',
    resendInvitation,
    'Resends an invitation; the previous link stops working.',
  ),
  'POST revokeInvite/{id}': command(
    InvitationReference,
    InvitationRecord,
    'invitation.manage',
    revokeInvitation,
    'Revokes an invitation.',
  ),
});
