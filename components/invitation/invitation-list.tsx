import { Ago } from '@/components/ui/ago';
import { Badge, RoleBadge } from '@/components/ui/badge';
import { isolated } from '@/lib/bidi';
import type { InvitationRecord } from '@/lib/invitation/schema';
import { InvitationActions } from './invitation-actions';

const TONE = { open: 'info', expired: 'warn', accepted: 'ok', revoked: 'neutral' } as const;

export function InvitationList({ invitations }: { invitations: readonly InvitationRecord[] }) {
  return (
    <ul className="divide-y divide-border overflow-hidden rounded-lg border border-border bg-surface">
      {invitations.map((invitation) => (
        <li
          key={invitation._id}
          tabIndex={-1}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5 hover:bg-hover"
        >
          <div className="min-w-0 flex-1 basis-60">
            <p className="text-base font-medium break-all">{invitation.email}</p>
            <p className="text-xs text-text-2">
              {isolated(invitation.invited_by.name)} · <Ago at={invitation.sent_at} />
              {invitation.projects.length > 0 && ` · ${invitation.projects.map(({ key }) => key).join(', ')}`}
            </p>
          </div>
          <div className="flex gap-2">
            <RoleBadge role={invitation.role} />
            <Badge tone={TONE[invitation.state]}>{invitation.state_label}</Badge>
          </div>
          <InvitationActions invitation={invitation} />
        </li>
      ))}
    </ul>
  );
}
