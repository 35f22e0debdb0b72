import type { Search } from '@/components/page/search-params';
import { SortHead } from '@/components/page/sort-head';
import { Ago } from '@/components/ui/ago';
import { RoleBadge } from '@/components/ui/badge';
import { AvatarPopover } from '@/components/ui/overlay/avatar-popover';
import type { MemberProjects } from '@/lib/member/queries.projects';
import type { MemberRecord } from '@/lib/member/schema';
import { MemberMenuButton } from './member-menu-button';
import { MemberName } from './member-name';
import { MemberState } from './member-state';

/** Narrow windows leave out projects, then last seen, then role; on a phone each person is a card with all of it. */
export function MemberList({
  members,
  projects,
  path,
  search,
}: {
  members: readonly MemberRecord[];
  projects: MemberProjects;
  path: string;
  search: Search;
}) {
  const sort = { path, search, first: 'name' };
  return (
    <div className="overflow-hidden rounded-lg border border-border bg-surface">
      <table className="w-full table-fixed text-left">
        <caption className="sr-only">People</caption>
        <thead className="border-b border-border text-sm text-text-2 [&_th]:h-9 [&_th]:px-3 [&_th]:font-medium">
          <tr>
            <SortHead {...sort} by="name" label="Name" />
            <SortHead {...sort} by="role" label="Role" className="hidden w-32 sm:table-cell" />
            <th scope="col" className="hidden w-56 lg:table-cell xl:w-72">
              Projects
            </th>
            <SortHead {...sort} by="seen" label="Last seen" downFirst className="hidden w-36 md:table-cell" />
            <th scope="col" className="w-14">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {members.map((member) => {
            const own = projects.get(member._id) ?? [];
            const seen = member.last_seen_at ? <Ago at={member.last_seen_at} /> : 'Never';
            return (
              <tr key={member._id} className="relative h-14 hover:bg-hover [&>*]:px-3 [&>*]:py-2">
                <th scope="row" className="font-normal">
                  <div className="flex items-center gap-3 max-sm:items-start">
                    <span className="relative z-1 flex shrink-0">
                      <AvatarPopover size={32} person={{ id: member._id, name: member.name, picture: member.pic }} />
                    </span>
                    <div className="min-w-0 flex-1">
                      <div className="flex min-w-0 items-center gap-2">
                        <MemberName member={member} />
                        <span className="shrink-0 max-sm:hidden">
                          <MemberState member={member} />
                        </span>
                      </div>
                      {member.email && <p className="truncate text-xs text-text-3">{member.email}</p>}
                      <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-text-2 sm:hidden">
                        <RoleBadge role={member.role} />
                        <MemberState member={member} />
                        <span>{own.length === 1 ? '1 project' : `${own.length || 'No'} projects`}</span>
                        <span>Last seen: {seen}</span>
                      </div>
                    </div>
                  </div>
                </th>
                <td className="hidden sm:table-cell">
                  <RoleBadge role={member.role} />
                </td>
                <td className="hidden text-sm text-text-2 lg:table-cell">
                  <p className="truncate" title={own.map(({ name }) => name).join(', ') || undefined}>
                    {own.length ? own.map(({ name }) => name).join(', ') : <span className="text-text-3">None</span>}
                  </p>
                </td>
                <td className="hidden text-sm text-text-2 md:table-cell">{seen}</td>
                <td className="align-middle max-sm:align-top">
                  <span className="relative z-1 inline-flex">
                    <MemberMenuButton member={member} />
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
