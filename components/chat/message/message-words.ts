import type { MessageRecord } from '@/lib/message/schema';
import { cut } from '@/lib/text';

/** The files of a message without words. */
export const namesOf = ({ attachments }: Pick<MessageRecord, 'attachments'>): string =>
  attachments.map(({ name }) => name).join(', ');

/** What is read aloud of it. */
export const spokenOf = (message: Pick<MessageRecord, 'attachments' | 'body'>): string =>
  cut(message.body, 200, '…') || namesOf(message);
