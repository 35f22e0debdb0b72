import 'server-only';
import { endView } from '@/lib/client-view/auth';
import { viewAs } from '@/lib/client-view/commands';
import { ClientView, ViewAs, ViewEnding } from '@/lib/client-view/schema';
import { command, create, defineEndpoints } from '@/lib/contract/endpoint';
import { Nothing } from '@/lib/validation';

export const clientViewEndpoints = defineEndpoints({
  'POST viewAs': create(
    ViewAs,
    ClientView,
    'client.view_as',
    viewAs,
    'Looks at the pages of a client for half an hour: their token reads what they share with the team, and every ' +
      'change is 403. It ends with the session that asked for it',
  ),
  'DELETE viewAs': command(Nothing, ViewEnding, 'session', endView, 'Ends the caller’s view of a client’s pages', {
    endsView: true,
  }),
});
