import { Mail, SearchX } from 'lucide-react';
import { InvitationList } from '@/components/invitation/invitation-list';
import { PeopleActions } from '@/components/invitation/people-actions';
import { UploadHistory } from '@/components/invitation/upload-history';
import { LiveRefresh } from '@/components/live/live-refresh';
import { ApprovalQueue } from '@/components/member/approval-queue';
import { MemberList } from '@/components/member/member-list';
import { FilterSelects } from '@/components/page/filter-selects';
import { PageHeader } from '@/components/page/page-header';
import { Pager } from '@/components/page/pager';
import { SearchForm } from '@/components/page/search-form';
import { textOf } from '@/components/page/search-params';
import { roleLabel } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { FocusKeeper } from '@/components/ui/focus-keeper';
import { Segmented } from '@/components/ui/form/segmented';
import { listInvitations } from '@/lib/invitation/queries';
import { listInvitationBatches } from '@/lib/invitation/queries.batches';
import { ListInvitations } from '@/lib/invitation/schema';
import { INVITATION_STATE_LABEL, INVITATION_STATES } from '@/lib/invitation/vocabulary';
import { listMembersInFull } from '@/lib/member/queries';
import { getApprovalQueue } from '@/lib/member/queries.manage';
import { projectsOf } from '@/lib/member/queries.projects';
import { ListMembers, MEMBER_SORTS } from '@/lib/member/schema';
import { MEMBER_STATE_LABEL, MEMBER_STATES, type MemberState } from '@/lib/member/vocabulary';
import { mayEver } from '@/lib/permission/policy';
import { ROLES } from '@/lib/permission/schema';
import { orgPage, parse } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';

const LIMIT = 50;
const WANTED: Record<MemberState, object> = {
  approved: { approval_status: '1' },
  invited: { approval_status: '1,2', not_entered: true },
  pending: { approval_status: '2' },
  rejected: { approval_status: '0' },
  deactivated: { approval_status: '0,1,2', deactivated: true },
};

const optionsOf = <T extends string>(values: readonly T[], label: (value: T) => string) =>
  values.map((value) => ({ value, label: label(value) }));
const ROLE_OPTIONS = optionsOf(ROLES, roleLabel);
const STATE_OPTIONS = optionsOf(MEMBER_STATES, (one) => MEMBER_STATE_LABEL[one]);
const SENT = optionsOf(INVITATION_STATES, (one) => INVITATION_STATE_LABEL[one]);

export default async function UserListPage({ params, searchParams }: PageProps<'/[orgKey]/userlist'>) {
  const { orgKey } = await params;
  const hrefTo = await organisationLinks(orgKey);
  const search = await searchParams;
  const q = textOf(search, 'q');
  const role = ROLES.find((one) => one === textOf(search, 'role'));
  const state = MEMBER_STATES.find((one) => one === textOf(search, 'state'));
  const sent = INVITATION_STATES.find((one) => one === textOf(search, 'state'));
  const asked = textOf(search, 'view') === 'invitations';
  const page = textOf(search, 'page') || 1;
  const sort = MEMBER_SORTS.find((one) => one === textOf(search, 'sort'));
  const { people, projects, invitations, uploads, queue, seesInvitations } = await orgPage(
    orgKey,
    'users.view',
    async (ctx) => {
      const seesInvitations = mayEver(ctx.actor, 'invitation.view');
      const input = { ...(q && { q }), page, limit: LIMIT };
      const people = asked
        ? null
        : await listMembersInFull(
            ctx,
            parse(ListMembers, { ...input, sort, ...(role && { role: [role] }), ...(state && WANTED[state]) }),
          );
      return {
        seesInvitations,
        people,
        projects: await projectsOf(ctx, people?.docs.map(({ _id }) => _id) ?? []),
        invitations: asked
          ? await listInvitations(ctx, parse(ListInvitations, { ...input, ...(sent && { state: [sent] }) }))
          : null,
        uploads:
          asked && mayEver(ctx.actor, 'invitation.import')
            ? await listInvitationBatches(ctx, { page: 1, limit: 20 })
            : null,
        queue: !asked && mayEver(ctx.actor, 'member.approve') ? await getApprovalQueue(ctx) : null,
      };
    },
  );
  const path = hrefTo('userlist');
  const shown = people ?? invitations;
  return (
    <>
      <PageHeader
        title="Users"
        tabTitle={asked ? 'Invitations · Users' : 'Users'}
        beside={
          <>
            <span className="text-base text-text-2 tabular-nums">{shown?.total ?? 0}</span>
            {seesInvitations && (
              <Segmented
                label="View"
                segments={[
                  { href: path, label: 'People', current: !asked },
                  { href: `${path}?view=invitations`, label: 'Invitations', current: asked },
                ]}
              />
            )}
          </>
        }
        actions={<PeopleActions />}
      />
      {queue && <ApprovalQueue queue={queue} />}
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <SearchForm
          path={path}
          search={search}
          label={asked ? 'Search invitations' : 'Search people'}
          kept={['role', 'state', 'view', 'sort']}
        />
        <FilterSelects
          path={path}
          search={search}
          kept={['q', 'view', 'sort']}
          selects={
            asked
              ? [{ name: 'state', label: 'Status', all: 'Any status', options: SENT }]
              : [
                  { name: 'role', label: 'Role', all: 'Any role', options: ROLE_OPTIONS },
                  { name: 'state', label: 'Status', all: 'Any status', options: STATE_OPTIONS },
                ]
          }
        />
      </div>
      {people && people.docs.length > 0 && (
        <MemberList members={people.docs} projects={projects} path={path} search={search} />
      )}
      {invitations && (
        // Stays after the last row is gone, to take the focus.
        <FocusKeeper label="Invitations">
          {invitations.docs.length > 0 && <InvitationList invitations={invitations.docs} />}
        </FocusKeeper>
      )}
      {shown?.docs.length === 0 &&
        (q || role || state || sent ? (
          <EmptyState
            icon={<SearchX />}
            title="Nobody matches"
            action={<ButtonLink href={asked ? `${path}?view=invitations` : path}>Clear search and filter</ButtonLink>}
          >
            {[q && `Search: “${q}”`, role && `Role: ${roleLabel(role)}`, state && MEMBER_STATE_LABEL[state]]
              .filter(Boolean)
              .join(' · ')}
          </EmptyState>
        ) : (
          <EmptyState icon={<Mail />} title="Nobody has been invited yet">
            People invited by email are listed here until they accept.
          </EmptyState>
        ))}
      {shown && (
        <Pager
          path={path}
          search={search}
          noun={asked ? 'invitations' : 'people'}
          page={shown.page}
          limit={shown.limit}
          total={shown.total}
        />
      )}
      {uploads && <UploadHistory uploads={uploads.docs} total={uploads.total} />}
      <LiveRefresh events={['people.changed']} />
    </>
  );
}
