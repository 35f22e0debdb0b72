import 'server-only';
import { accessEndpoints } from '@/lib/access/endpoints';
import { chatFileEndpoints } from '@/lib/chat-file/endpoints';
import { chatScreenEndpoints } from '@/lib/chat-session/endpoints';
import { messageEndpoints } from '@/lib/message/endpoints';
import { presenceEndpoints } from '@/lib/presence/endpoints';
import { roomEndpoints } from '@/lib/room/endpoints';

const CALLS = new Set(
  Object.keys({
    ...{ ...roomEndpoints, ...messageEndpoints, ...presenceEndpoints },
    ...{ ...chatScreenEndpoints, ...chatFileEndpoints, ...accessEndpoints },
  }),
);

/** Whether a session of the chat's frame opens this call; it opens no other. */
export const isOfChat = ({ method, path }: { method: string; path: string }): boolean => CALLS.has(`${method} ${path}`);
