import 'server-only';
import { z } from 'zod';
import { cancelAddress, changeAddress, confirmAddress } from '@/lib/account/change-email';
import { getOwnSecurity } from '@/lib/account/own-security';
import { endOtherSessions, endOwnSession, listOwnSessions } from '@/lib/account/own-sessions';
import {
  ChangeAddress,
  ConfirmAddress,
  ConfirmedEmail,
  ConfirmTotp,
  DisableTotp,
  ListOwnSessions,
  OwnSecurity,
  OwnSession,
  PendingEmail,
  Reauthenticate,
  RecoveryCodes,
  SessionReference,
  SessionsEnded,
  TotpSetup,
} from '@/lib/account/schema.security';
import { beginTotp, confirmTotp, disableTotp, renewRecoveryCodes } from '@/lib/account/second-factor';
import { command, defineEndpoints, list, query } from '@/lib/contract/endpoint';
import type { SetupStep } from '@/lib/org';
import { Nothing } from '@/lib/validation';

/** Open while a second factor is due: needed to set one up and to keep the account. */
const allowedDuring: readonly SetupStep[] = ['second_factor'];

export const securityEndpoints = defineEndpoints({
  'GET ownSecurity': query(
    Nothing,
    OwnSecurity,
    'profile.own',
    getOwnSecurity,
    'The security settings of the caller’s account: email, password, second factor.',
    { allowedDuring },
  ),
  'POST totp': command(
    Reauthenticate,
    TotpSetup,
    'profile.own',
    { steps: beginTotp },
    'Starts setting up an authenticator; it takes effect after `confirmTotp`. 409 if there already is one.',
    { message: 'Enter this secret into your authenticator.', allowedDuring },
  ),
  'POST confirmTotp': command(
    ConfirmTotp,
    RecoveryCodes,
    'profile.own',
    { steps: confirmTotp },
    'Finishes the setup with a first code. The recovery codes are only shown here.',
    { allowedDuring },
  ),
  'POST disableTotp': command(
    DisableTotp,
    z.null(),
    'profile.own',
    { steps: disableTotp },
    'Switches the second factor off, with the password and a code or a recovery code.',
    { allowedDuring },
  ),
  'POST recoveryCodes': command(
    Reauthenticate,
    RecoveryCodes,
    'profile.own',
    { steps: renewRecoveryCodes },
    'Creates ten new recovery codes; the previous ones stop working.',
    { message: 'Save these codes.', allowedDuring },
  ),
  'GET ownSessions': list(
    ListOwnSessions,
    OwnSession,
    'profile.own',
    listOwnSessions,
    'The caller’s sessions in all their organisations, the current one first.',
    { allowedDuring },
  ),
  'DELETE session/{id}': command(
    SessionReference,
    z.null(),
    'profile.own',
    { steps: endOwnSession },
    'Ends one of the caller’s sessions immediately. 404 for somebody else’s.',
    { allowedDuring },
  ),
  'POST endOtherSessions': command(
    Nothing,
    SessionsEnded,
    'profile.own',
    { steps: endOtherSessions },
    'Ends every session of the caller except the current one, in all their organisations.',
    { allowedDuring },
  ),
  'POST changeAddress': command(
    ChangeAddress,
    PendingEmail,
    'profile.own',
    { steps: changeAddress },
    'Asks to change the caller’s email: a code goes to the new one and a notice to the current one. Nothing changes before ' +
      '`confirmAddress`. The answer is the same whether or not the new email has an account.',
    { message: 'A code was sent to the new email.', allowedDuring },
  ),
  'POST confirmAddress': command(
    ConfirmAddress,
    ConfirmedEmail,
    'profile.own',
    { steps: confirmAddress },
    'Confirms the new email with the code that was sent to it. Every other session of the caller ends.',
    { allowedDuring },
  ),
  'POST cancelAddress': command(
    Nothing,
    z.null(),
    'profile.own',
    { steps: cancelAddress },
    'Cancels the change of email; its code stops working.',
    { allowedDuring },
  ),
});
