import { Badge, type BadgeTone } from '@/components/ui/badge';
import type { RequestRecord } from '@/lib/client-request/schema';
import type { RequestState } from '@/lib/client-request/vocabulary';

const TONE: Record<RequestState, BadgeTone> = {
  received: 'info',
  planned: 'neutral',
  in_progress: 'warn',
  done: 'ok',
  declined: 'danger',
  withdrawn: 'neutral',
};

/** Always the word: colour says nothing alone. */
export const RequestStateBadge = ({ request }: { request: Pick<RequestRecord, 'state' | 'state_label'> }) => (
  <Badge tone={TONE[request.state]}>{request.state_label}</Badge>
);
