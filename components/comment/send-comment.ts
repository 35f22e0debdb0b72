import { call } from '@/components/query/api-client';
import type { InputOf } from '@/lib/api/contract';

export type NewComment = InputOf<'POST addTaskComment'> & { idempotencyKey: string };
export const sendComment = ({ idempotencyKey, ...comment }: NewComment) =>
  call('POST addTaskComment', comment, { idempotencyKey });
