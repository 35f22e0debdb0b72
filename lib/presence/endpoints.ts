import 'server-only';
import { z } from 'zod';
import { command, defineEndpoints, list } from '@/lib/contract/endpoint';
import { sayPresence, sayTyping } from '@/lib/presence/commands';
import { listPresence } from '@/lib/presence/queries';
import { ListPresence, PresenceRecord, SayPresence, SayTyping } from '@/lib/presence/schema';

export const presenceEndpoints = defineEndpoints({
  'GET presence': list(
    ListPresence,
    PresenceRecord,
    'profile.own',
    listPresence,
    'Which people that the caller sees are there, and what they wrote about themselves',
  ),
  'PUT presence': command(
    SayPresence,
    PresenceRecord,
    'profile.own',
    sayPresence,
    'Says that the caller is there, or away; it counts for two minutes. `status_text` stays until it is changed',
  ),
  'POST typing': command(
    SayTyping,
    z.null(),
    'chat.send',
    sayTyping,
    'Tells the people of a room, or the team of a task, that the caller is writing. Nothing of it is kept; call it every three seconds',
  ),
});
