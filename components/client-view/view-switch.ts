import { call } from '@/components/query/api-client';
import { announceView } from '@/components/query/session-channel';

/** All tabs of the browser look as the client from now on; `to`: where this one goes. Whole page loads, so that nothing of before stays. */
export async function beginView(memberId: string, to: string): Promise<void> {
  await call('POST viewAs', { member_id: memberId });
  announceView();
  window.location.assign(to);
}

export async function leaveView(to: string): Promise<void> {
  await call('DELETE viewAs', {});
  announceView();
  window.location.assign(to);
}
