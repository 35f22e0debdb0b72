import 'server-only';
import { defineEndpoints, query } from '@/lib/contract/endpoint';
import { getOrganisationState, getWorkload } from '@/lib/team-home/queries';
import { OrganisationState, Workload } from '@/lib/team-home/schema';
import { Nothing } from '@/lib/validation';

export const teamHomeEndpoints = defineEndpoints({
  'GET workload': query(
    Nothing,
    Workload,
    'workload.view',
    getWorkload,
    'What is due from whom within seven days, by estimates, against the organisation’s working days',
  ),
  'GET organisationState': query(
    Nothing,
    OrganisationState,
    'organisation.edit',
    getOrganisationState,
    'People, invitations, projects at risk and storage, for whoever looks after the organisation',
  ),
});
