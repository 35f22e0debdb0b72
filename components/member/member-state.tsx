import { Badge } from '@/components/ui/badge';
import type { MemberRecord } from '@/lib/member/schema';

/** Draws nothing for active members. */
export function MemberState({ member }: { member: MemberRecord }) {
  if (member.deactivated) return <Badge>Deactivated</Badge>;
  if (member.not_entered) return <Badge tone="info">Not activated yet</Badge>;
  if (member.approval_status === 1) return null;
  return <Badge tone={member.approval_status === 2 ? 'warn' : 'danger'}>{member.approval_label}</Badge>;
}
