import 'server-only';
import { z } from 'zod';
import { command, create, defineEndpoints, file, list, query } from '@/lib/contract/endpoint';
import { askSignOff, decideSignOff, withdrawSignOff } from '@/lib/sign-off/commands';
import { getSignOff, listSigners, listSignOffs } from '@/lib/sign-off/queries';
import { serveRecord } from '@/lib/sign-off/queries.page';
import {
  AskSignOff,
  DecideSignOff,
  ListSigners,
  ListSignOffs,
  Signers,
  SignOffDetail,
  SignOffRecord,
  SignOffReference,
} from '@/lib/sign-off/schema';

export const signOffEndpoints = defineEndpoints({
  'GET signOffList': list(
    ListSignOffs,
    SignOffRecord,
    'sign_off.view',
    listSignOffs,
    'What was sent for approval, newest first',
  ),
  'POST signOff': create(
    AskSignOff,
    SignOffRecord,
    'sign_off.view',
    askSignOff,
    'Sends a task, a version of a file or a milestone for approval. It is bound to the hash of what is shown, and falls when that changes.',
    { decides: 'sign_off.ask' },
  ),
  'GET signOff/{id}': query(
    SignOffReference,
    SignOffDetail,
    'sign_off.view',
    getSignOff,
    'One sign-off with what was shown',
  ),
  'POST decideSignOff/{id}': command(
    DecideSignOff,
    SignOffDetail,
    'sign_off.view',
    decideSignOff,
    'Approves, or returns with a reason and remarks on the picture or line; 409 where the content has changed since it was shown.',
    { decides: 'sign_off.decide' },
  ),
  'POST withdrawSignOff/{id}': command(
    SignOffReference,
    SignOffRecord,
    'sign_off.view',
    withdrawSignOff,
    'What waits is no longer asked for.',
    { decides: 'sign_off.ask' },
  ),
  'GET signOffRecord/{id}': file(
    SignOffReference,
    z.string(),
    'sign_off.view',
    serveRecord,
    'The dated record as an HTML page, with the hash and how to check it.',
  ),
  'GET signerList': query(
    ListSigners,
    Signers,
    'sign_off.ask',
    listSigners,
    'Whom a task, file or milestone can be sent to for approval, and whether clients see it',
  ),
});
