'use client';

import { isStatusCode, StatusMark } from '@/components/ui/status-mark';
import { useStatus } from './use-workflow';

/** The mark and the name that the status of a task has in its project. */
export function TaskStatus({
  of,
  ...how
}: {
  of: { status: number; project_id?: string };
  word?: 'shown' | 'hidden' | 'none';
  size?: 12 | 14 | 16;
}) {
  const { name, colour } = useStatus(of);
  return isStatusCode(of.status) ? <StatusMark status={of.status} label={name} tint={colour} {...how} /> : null;
}

/** The name alone. */
export const StatusName = ({ of }: { of: { status: number; project_id?: string } }) => useStatus(of).name;
