import { call } from '@/lib/test/wire';

type ChatOpening = { token: string; url: string; own_host: boolean; expires_at: string };

/** What the session is given to open the chat's frame with. */
export const askForChat = async (session: string): Promise<ChatOpening> =>
  (await call('POST', 'chatToken', { token: session, body: {} })).body.data as ChatOpening;

export const showChatToken = (token: string, rest = {}) => call('POST', 'chatSession', { body: { token, ...rest } });

/** A session of the chat, as a program has it. */
export async function openChatSession(session: string): Promise<string> {
  const { token } = await askForChat(session);
  return ((await showChatToken(token, { bearer: true })).body.data as { token: string }).token;
}
