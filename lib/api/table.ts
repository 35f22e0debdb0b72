import 'server-only';
import type { Endpoint } from '@/lib/api/endpoint';
import { auditEndpoints } from '@/lib/audit/endpoints';
import { authEndpoints } from '@/lib/auth/endpoints';
import { invitationAcceptanceEndpoints } from '@/lib/auth/endpoints.invitation';
import { profileEndpoints } from '@/lib/auth/endpoints.profile';
import { securityEndpoints } from '@/lib/auth/endpoints.security';
import { binEndpoints } from '@/lib/bin/endpoints';
import { categoryEndpoints } from '@/lib/category/endpoints';
import { commentEndpoints } from '@/lib/comment/endpoints';
import { dashboardEndpoints } from '@/lib/dashboard/endpoints';
import { invitationEndpoints } from '@/lib/invitation/endpoints';
import { mailEndpoints } from '@/lib/mail/endpoints';
import { memberEndpoints } from '@/lib/member/endpoints';
import { memberManagementEndpoints } from '@/lib/member/endpoints.manage';
import { notificationEndpoints } from '@/lib/notification/endpoints';
import { organisationEndpoints } from '@/lib/organisation/endpoints';
import { projectEndpoints } from '@/lib/project/endpoints';
import { taskEndpoints } from '@/lib/task/endpoints';

/** Every endpoint there is, by what it is about, in the order of the documentation. */
export const groups: readonly { title: string; endpoints: readonly Endpoint[] }[] = [
  { title: 'Signing in and up', endpoints: authEndpoints },
  { title: 'Passwords and sessions', endpoints: securityEndpoints },
  { title: 'Accepting an invitation', endpoints: invitationAcceptanceEndpoints },
  { title: 'Your profile', endpoints: profileEndpoints },
  { title: 'People', endpoints: memberEndpoints },
  { title: 'Managing people', endpoints: memberManagementEndpoints },
  { title: 'Invitations', endpoints: invitationEndpoints },
  { title: 'Projects', endpoints: projectEndpoints },
  { title: 'Categories', endpoints: categoryEndpoints },
  { title: 'Tasks', endpoints: taskEndpoints },
  { title: 'Bin', endpoints: binEndpoints },
  { title: 'Comments', endpoints: commentEndpoints },
  { title: 'Dashboard', endpoints: dashboardEndpoints },
  { title: 'Notifications', endpoints: notificationEndpoints },
  { title: 'Audit log', endpoints: auditEndpoints },
  { title: 'Emails', endpoints: mailEndpoints },
  { title: 'The organisation', endpoints: organisationEndpoints },
];

/** Every endpoint there is. Routing, validation, the OpenAPI document and the contract tests read this. */
export const table: readonly Endpoint[] = groups.flatMap(({ endpoints }) => endpoints);
