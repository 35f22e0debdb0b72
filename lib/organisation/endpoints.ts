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
    'Changes name, tint, directory listing, working days or holidays; 409 with the present record if stale.',
  ),
  'POST organisationLogo': command(
    UploadLogo,
    OrganisationSettings,
    'organisation.edit',
    { steps: setLogo },
    'Sets the logo: PNG, JPEG or WebP, 2 MB at most. It is encoded anew; nothing but its pixels is kept.',
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
    'Whether the organisation can have a key, while somebody types it; its own former keys count as free.',
  ),
  'POST changeOrganisationKey': command(
    ChangeKey,
    OrganisationSettings,
    'organisation.govern',
    { steps: changeOrganisationKey },
    'Another key. Addresses with the old one lead on, sessions go on, and nobody else can take the old one.',
  ),
  'PUT joinRule': command(
    ChangeJoinRule,
    OrganisationSettings,
    'organisation.govern',
    changeJoinRule,
    'Who may come in without an invitation.',
  ),
  'POST joinDomain': command(
    ProveDomain,
    DomainCodeSent,
    'organisation.govern',
    proveDomain,
    'Sends a code to an address of a domain, to prove that the domain is the organisation’s.',
    { message: 'A code is on its way.' },
  ),
  'POST confirmJoinDomain': command(
    ConfirmDomain,
    OrganisationSettings,
    'organisation.govern',
    { steps: confirmDomain },
    'The code from that mail: the domain counts from here on.',
  ),
  'DELETE joinDomain': command(
    RemoveDomain,
    OrganisationSettings,
    'organisation.govern',
    removeDomain,
    'A domain counts no longer. Who came in by it stays.',
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
    `Closes the organisation at once, and removes it after ${GRACE_DAYS} days. Within these days an admin can restore it.`,
  ),
  'POST restoreOrganisation': command(
    Nothing,
    OrganisationListing,
    'session',
    restoreOrganisation,
    `Takes a deletion back within ${GRACE_DAYS} days. For an admin who logged in after it, with the browser’s session.`,
    { decides: 'organisation.govern' },
  ),
});
