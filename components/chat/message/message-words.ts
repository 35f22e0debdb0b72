import type { MessageRecord } from '@/lib/message/schema';

/** The files of a message without words. */
export const namesOf = ({ attachments }: Pick<MessageRecord, 'attachments'>): string =>
  attachments.map(({ name }) => name).join(', ');

/** What is read aloud of it. */
export const spokenOf = (message: Pick<MessageRecord, 'attachments' | 'body'>): string =>
  message.body.slice(0, 200) || namesOf(message);
