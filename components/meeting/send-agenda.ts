import { writeDraft } from '@/components/draft/draft-store';
import { call } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import type { InputOf } from '@/lib/api/contract';
import { bidi } from '@/lib/bidi';
import type { AgendaItemRecord } from '@/lib/meeting/schema';

/** `of`: how it was shown, for words about it; `draft`: where its minutes are kept if they are refused. */
export type AgendaEdit = InputOf<'PATCH agendaItem/{id}'> & { of: { title: string; draft: string } };
export type NewAgendaLine = InputOf<'POST agendaItem'> & { idempotencyKey: string };

/** Under this name minutes that are being written are kept. */
export const minutesDraft = (memberId: string, line: string, occurrence: string) =>
  `${memberId}:minutes:${line}:${occurrence}`;

/** Whoever wrote at the same time as somebody else is told what came of it, however late it is sent. */
export async function sendAgendaEdit({ of, ...edit }: AgendaEdit): Promise<AgendaItemRecord> {
  const answer = await call('PATCH agendaItem/{id}', edit);
  if (answer.merged === 'merged')
    showToast({ kind: 'success', text: 'Saved together with what somebody else wrote in the meantime.' });
  if (answer.merged === 'both')
    showToast({
      kind: 'info',
      text: bidi`Somebody else wrote minutes of “${of.title}” at the same time. Both texts are kept: see whether they go together.`,
    });
  return answer;
}

export const sendAgendaLine = ({ idempotencyKey, ...line }: NewAgendaLine) =>
  call('POST agendaItem', line, { idempotencyKey });

/** The page that would show both values is gone. */
export function keepRefusedEdit({ of, notes, version, title }: AgendaEdit, reason: string): void {
  if (notes !== undefined) writeDraft(of.draft, { text: notes, version });
  const lost = title === undefined ? '' : bidi` Your title was “${title}”.`;
  const kept = notes === undefined ? '' : ' Your minutes are kept as a draft.';
  showToast({ kind: 'failure', text: bidi`“${of.title}” was not changed. ${reason}${lost}${kept}` });
}
