import { SearchX } from 'lucide-react';
import type { Metadata } from 'next';
import { MemberList } from '@/components/member/member-list';
import { PageHeader } from '@/components/shell/page-header';
import { Pager } from '@/components/shell/pager';
import { addressWith, type Search, textOf } from '@/components/shell/search-address';
import { SearchForm } from '@/components/shell/search-form';
import { roleLabel } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterChip } from '@/components/ui/filter-chip';
import { listMembers } from '@/lib/member/queries';
import { ListMembers } from '@/lib/member/schema';
import { ROLES } from '@/lib/permission/schema';
import { orgPage, parse } from '@/lib/transport';

export const metadata: Metadata = { title: 'Users' };

const LIMIT = 50;

export default async function UserListPage({
  params,
  searchParams,
}: {
  params: Promise<{ orgKey: string }>;
  searchParams: Promise<Search>;
}) {
  const { orgKey } = await params;
  const search = await searchParams;
  const q = textOf(search, 'q');
  const role = ROLES.find((one) => one === textOf(search, 'role'));
  const people = await orgPage(orgKey, 'users.view', (ctx) =>
    listMembers(
      ctx,
      parse(ListMembers, {
        ...(q && { q }),
        ...(role && { role: [role] }),
        page: textOf(search, 'page') || 1,
        limit: LIMIT,
      }),
    ),
  );
  const path = `/${orgKey}/userlist`;
  return (
    <>
      <PageHeader title="Users" beside={<span className="text-base text-text-2 tabular-nums">{people.total}</span>} />
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <SearchForm path={path} search={search} label="Search people" kept={['role']} />
        {ROLES.map((one) => (
          <FilterChip
            key={one}
            href={addressWith(path, search, { role: one === role ? null : one })}
            active={one === role}
          >
            {roleLabel(one)}
          </FilterChip>
        ))}
      </div>
      {people.docs.length > 0 ? (
        <MemberList members={people.docs} />
      ) : (
        <EmptyState
          icon={<SearchX />}
          title="Nobody matches"
          action={<ButtonLink href={path}>Clear search and filter</ButtonLink>}
        >
          {[q && `Search: “${q}”`, role && `Role: ${roleLabel(role)}`].filter(Boolean).join(' · ')}
        </EmptyState>
      )}
      <Pager path={path} search={search} noun="people" page={people.page} limit={people.limit} total={people.total} />
    </>
  );
}
