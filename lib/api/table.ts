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

/** Every endpoint there is. Routing, validation, the OpenAPI document and the contract tests read this. */
export const table: readonly Endpoint[] = [
  ...authEndpoints,
  ...securityEndpoints,
  ...invitationAcceptanceEndpoints,
  ...profileEndpoints,
  ...memberEndpoints,
  ...memberManagementEndpoints,
  ...invitationEndpoints,
  ...projectEndpoints,
  ...categoryEndpoints,
  ...taskEndpoints,
  ...binEndpoints,
  ...commentEndpoints,
  ...dashboardEndpoints,
  ...notificationEndpoints,
  ...auditEndpoints,
  ...mailEndpoints,
  ...organisationEndpoints,
];
