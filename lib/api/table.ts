import 'server-only';
// What calls cause is delivered by the process that answers them.
import '@/lib/delivery/delivery';
import { profileEndpoints } from '@/lib/account/endpoints';
import { securityEndpoints } from '@/lib/account/endpoints.security';
import { attachmentEndpoints } from '@/lib/attachment/endpoints';
import { auditEndpoints } from '@/lib/audit/endpoints';
import { binEndpoints } from '@/lib/bin/endpoints';
import { categoryEndpoints } from '@/lib/category/endpoints';
import { commentEndpoints } from '@/lib/comment/endpoints';
import { type Endpoint, endpointsOf } from '@/lib/contract/endpoint';
import { dashboardEndpoints } from '@/lib/dashboard/endpoints';
import { fileEndpoints } from '@/lib/file/endpoints';
import { fileBytesEndpoints } from '@/lib/file/endpoints.bytes';
import { folderEndpoints } from '@/lib/folder/endpoints';
import { invitationEndpoints } from '@/lib/invitation/endpoints';
import { invitationAcceptanceEndpoints } from '@/lib/invitation/endpoints.accept';
import { jobEndpoints } from '@/lib/job/endpoints';
import { mailEndpoints } from '@/lib/mail/endpoints';
import { memberEndpoints } from '@/lib/member/endpoints';
import { memberManagementEndpoints } from '@/lib/member/endpoints.manage';
import { notificationEndpoints } from '@/lib/notification/endpoints';
import { organisationEndpoints } from '@/lib/organisation/endpoints';
import { projectEndpoints } from '@/lib/project/endpoints';
import { authEndpoints } from '@/lib/sign-up/endpoints';
import { taskEndpoints } from '@/lib/task/endpoints';

/** In the order of the documentation. */
const byTitle = {
  'Signing in and signing up': authEndpoints,
  'Passwords and sessions': securityEndpoints,
  'Accepting an invitation': invitationAcceptanceEndpoints,
  'Your profile': profileEndpoints,
  People: memberEndpoints,
  'Managing people': memberManagementEndpoints,
  Invitations: invitationEndpoints,
  Projects: projectEndpoints,
  Categories: categoryEndpoints,
  Tasks: taskEndpoints,
  Bin: binEndpoints,
  Comments: commentEndpoints,
  Folders: folderEndpoints,
  Files: fileEndpoints,
  'Uploads and downloads': fileBytesEndpoints,
  Attachments: attachmentEndpoints,
  Dashboard: dashboardEndpoints,
  Notifications: notificationEndpoints,
  'Audit log': auditEndpoints,
  Emails: mailEndpoints,
  'Imports and exports': jobEndpoints,
  'The organisation': organisationEndpoints,
};

type Merged<Lines> = (Lines extends unknown ? (lines: Lines) => void : never) extends (lines: infer All) => void
  ? All
  : never;

export type Contract = Merged<(typeof byTitle)[keyof typeof byTitle]>;

export const groups: readonly { title: string; endpoints: readonly Endpoint[] }[] = Object.entries(byTitle).map(
  ([title, lines]) => ({ title, endpoints: endpointsOf(lines) }),
);

/** Read by routing, validation, the OpenAPI document and the contract tests. */
export const table: readonly Endpoint[] = groups.flatMap(({ endpoints }) => endpoints);
