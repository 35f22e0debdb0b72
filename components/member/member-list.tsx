import { Ago } from '@/components/ui/ago';
import { AvatarPopover } from '@/components/ui/avatar-popover';
import { Badge, RoleBadge } from '@/components/ui/badge';
import type { MemberRecord } from '@/lib/member/schema';
import { MemberMenuButton } from './member-menu-button';

const APPROVAL_TONE = { 2: 'warn', 1: 'ok', 0: 'danger' } as const;

const StateBadge = ({ member }: { member: MemberRecord }) =>
  member.deactivated ? (
    <Badge>Deactivated</Badge>
  ) : member.not_entered ? (
    <Badge tone="info">Not entered yet</Badge>
  ) : (
    <Badge tone={APPROVAL_TONE[member.approval_status as 0 | 1 | 2] ?? 'neutral'}>{member.approval_label}</Badge>
  );

/**
 * The organisation's people. Addresses stand only where the reader's role sees them, and each menu holds what the
 * reader may do. A phone shows role and state below the name.
 */
export function MemberList({ members }: { members: readonly MemberRecord[] }) {
  return (
    <div className="overflow-hidden rounded-lg border border-border bg-surface">
      <table className="w-full table-fixed text-left">
        <caption className="sr-only">People</caption>
        <thead className="border-b border-border text-sm text-text-2 [&_th]:h-9 [&_th]:px-3 [&_th]:font-medium">
          <tr>
            <th scope="col">Name</th>
            <th scope="col" className="hidden w-32 sm:table-cell">
              Role
            </th>
            <th scope="col" className="hidden w-32 sm:table-cell">
              State
            </th>
            <th scope="col" className="hidden w-36 md:table-cell">
              Last seen
            </th>
            <th scope="col" className="w-14">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {members.map((member) => (
            <tr key={member._id} className="h-14 hover:bg-hover [&>*]:px-3 [&>*]:py-2">
              <th scope="row" className="font-normal">
                <div className="flex items-center gap-3">
                  <AvatarPopover size={32} person={{ id: member._id, name: member.name, picture: member.pic }} />
                  <div className="min-w-0">
                    <p className="truncate text-base font-medium">{member.name}</p>
                    {member.email && <p className="truncate text-xs text-text-3">{member.email}</p>}
                    <p className="mt-1 flex flex-wrap gap-1.5 sm:hidden">
                      <RoleBadge role={member.role} />
                      <StateBadge member={member} />
                    </p>
                  </div>
                </div>
              </th>
              <td className="hidden sm:table-cell">
                <RoleBadge role={member.role} />
              </td>
              <td className="hidden sm:table-cell">
                <StateBadge member={member} />
              </td>
              <td className="hidden text-sm text-text-2 md:table-cell">
                {member.last_seen_at ? <Ago at={member.last_seen_at} /> : 'Never'}
              </td>
              <td>
                <MemberMenuButton member={member} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
