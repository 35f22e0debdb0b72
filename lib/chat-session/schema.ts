/** Runs anywhere. */
import { z } from 'zod';
import { paging, record, search } from '@/lib/validation';

export const ChatOpening = record('ChatOpening', {
  token: z.string().describe('Good once and for a minute, for the chat alone'),
  url: z.string().describe('Where the chat is, with the token'),
  own_host: z.boolean().describe('The same path is served by the host of the caller’s own pages'),
  expires_at: z.string(),
});

export const OpenChat = z.strictObject({
  token: z.string('Send the token of chatToken.').max(200, 'This is not a token.'),
  bearer: z.boolean().optional().describe('For a program: the answer has the token, and sets no cookie'),
});
export type OpenChat = z.output<typeof OpenChat>;

export const OpenedChatSession = record('OpenedChatSession', {
  expires_at: z.string(),
  token: z.string().optional().describe('`Bearer <jwt>`, for the calls of the chat'),
});
export type OpenedChatSession = z.output<typeof OpenedChatSession>;

export const FindForChat = z.strictObject({ q: search.optional(), ...paging });
export type FindForChat = z.output<typeof FindForChat>;

export const ChatTask = record('ChatTask', { _id: z.string(), key: z.string(), title: z.string() });
export type ChatTask = z.infer<typeof ChatTask>;

export const ChatProject = record('ChatProject', { _id: z.string(), key: z.string(), name: z.string() });
export type ChatProject = z.infer<typeof ChatProject>;
