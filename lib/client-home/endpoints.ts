import 'server-only';
import { readClientHome } from '@/lib/client-home/queries';
import { ClientHome } from '@/lib/client-home/schema';
import { defineEndpoints, query } from '@/lib/contract/endpoint';
import { Nothing } from '@/lib/validation';

export const clientHomeEndpoints = defineEndpoints({
  'GET clientHome': query(
    Nothing,
    ClientHome,
    'client.home',
    { steps: readClientHome },
    'For a client: what is going on, what was delivered, what they asked for, and whom to ask',
  ),
});
