import { CHAT_CALL } from '@/lib/session/vocabulary';

/** Whose calls this page makes: those of the chat's frame are its own session's, which opens nothing else. */
let chat = false;

export function actAsChat(): void {
  chat = true;
}

export const actsAsChat = (): boolean => chat;

/** The calls that its session opens; others are the browser's own where it has a session. */
const OF_THE_CHAT = /room|message|reaction|presence|typing|chat|pusher/i;

/** `name`: of a call, as far as it matters. */
export const actingHeaders = (name = 'chat'): Record<string, string> =>
  chat && OF_THE_CHAT.test(name) ? { [CHAT_CALL]: '1' } : {};
