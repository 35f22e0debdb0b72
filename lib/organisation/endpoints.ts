import 'server-only';
import { command, defineEndpoints, query } from '@/lib/contract/endpoint';
import { restoreOrganisation } from '@/lib/organisation/auth.restore';
import { removeLogo, setLogo, updateOrganisation } from '@/lib/organisation/commands';
import { changeOrganisationKey, changeSecurityRules, deleteOrganisation } from '@/lib/organisation/commands.govern';
import { changeJoinRule, confirmDomain, proveDomain, removeDomain } from '@/lib/organisation/commands.joining';
import { getOrganisation, getSecurityRules } from '@/lib/organisation/queries';
import {
  AskKey,
  ChangeJoinRule,
  ChangeKey,
  ChangeSecurityRules,
  ConfirmDomain,
  DeleteOrganisation,
  DomainCodeSent,
  OrganisationDeletion,
  OrganisationSettings,
  ProveDomain,
  RemoveDomain,
  SecurityRules,
  UpdateOrganisation,
  UploadLogo,
} from '@/lib/organisation/schema';
import { GRACE_DAYS } from '@/lib/retention';
import { availabilityOf } from '@/lib/session/organisation-keys';
import { KeyAvailability, OrganisationListing } from '@/lib/session/schema';
import { Nothing } from '@/lib/validation';

export const organisationEndpoints = defineEndpoints({
  'GET organisation': query(
    Nothing,
    OrganisationSettings,
    'settings.view',
    getOrganisation,
    'The settings of the organisation, as far as the caller’s role sees them.',
  ),
  'PUT organisation': command(
    UpdateOrganisation,
    OrganisationSettings,
    'organisation.edit',
    updateOrganisation,
    'Changes name, tint, directory listing, working days or holidays; 409 with the current record if stale.',
  ),
  'POST organisationLogo': command(
    UploadLogo,
    OrganisationSettings,
    'organisation.edit',
    { steps: setLogo },
    'Sets the logo: PNG, JPEG or WebP, 2 MB at most. It is re-encoded; only its pixels are kept.',
    { expensive: true, multipart: true },
  ),
  'DELETE organisationLogo': command(
    Nothing,
    OrganisationSettings,
    'organisation.edit',
    removeLogo,
    'Removes the logo: the initial is shown again.',
  ),
  'GET keyStanding': query(
    AskKey,
    KeyAvailability,
    'organisation.govern',
    (ctx, { key }) => availabilityOf(key, ctx),
    'Whether the organisation can use a key; its own previous keys are available to it.',
  ),
  'POST changeOrganisationKey': command(
    ChangeKey,
    OrganisationSettings,
    'organisation.govern',
    { steps: changeOrganisationKey },
    'Changes the key. Links with the old one redirect, sessions continue, and no other organisation can use the old one.',
  ),
  'PUT joinRule': command(
    ChangeJoinRule,
    OrganisationSettings,
    'organisation.govern',
    changeJoinRule,
    'Sets who may join without an invitation.',
  ),
  'POST joinDomain': command(
    ProveDomain,
    DomainCodeSent,
    'organisation.govern',
    proveDomain,
    'Sends a code to an email at a domain, to prove that the domain belongs to the organisation.',
    { message: 'A code was sent.' },
  ),
  'POST confirmJoinDomain': command(
    ConfirmDomain,
    OrganisationSettings,
    'organisation.govern',
    { steps: confirmDomain },
    'Confirms the domain with the code from that email.',
  ),
  'DELETE joinDomain': command(
    RemoveDomain,
    OrganisationSettings,
    'organisation.govern',
    removeDomain,
    'Removes a domain. Members who joined with it stay.',
  ),
  'GET securityRules': query(
    Nothing,
    SecurityRules,
    'security.view',
    getSecurityRules,
    'The security rules, and how many members do not meet them yet.',
  ),
  'PUT securityRules': command(
    ChangeSecurityRules,
    SecurityRules,
    'organisation.govern',
    { steps: changeSecurityRules },
    'Whether everybody needs a second factor. An admin without one has to set it up first: 409.',
  ),
  'POST deleteOrganisation': command(
    DeleteOrganisation,
    OrganisationDeletion,
    'organisation.govern',
    { steps: deleteOrganisation },
    `Closes the organisation immediately, and removes it after ${GRACE_DAYS} days. Until that day an admin can restore it.`,
  ),
  'POST restoreOrganisation': command(
    Nothing,
    OrganisationListing,
    'session',
    restoreOrganisation,
    `Restores a deleted organisation within ${GRACE_DAYS} days. For an admin who logged in after the deletion, with the browser’s session.`,
    { decides: 'organisation.govern' },
  ),
});
