import 'server-only';
import { z } from 'zod';
import { type Endpoint, endpoint, steppedEndpoint } from '@/lib/api/endpoint';
import { collectOwnData } from '@/lib/auth/own-data';
import { removePicture, setPicture } from '@/lib/auth/picture';
import { changeProfile, getProfile } from '@/lib/auth/profile';
import { ChangeProfile, OwnData, OwnPicture, ProfileRecord, SetPicture } from '@/lib/auth/schema.profile';

const Nothing = z.strictObject({});

export const profileEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'profile',
    summary: 'The caller’s own account: name, language and formats, time zone, working days, theme, keys.',
    permission: 'profile.own',
    input: Nothing,
    output: ProfileRecord,
    shape: 'record',
    message: 'Profile.',
    run: getProfile,
  }),
  endpoint({
    method: 'PUT',
    path: 'profile',
    summary: 'Changes the caller’s own account. A name becomes that of all their memberships; what is left out stays.',
    permission: 'profile.own',
    input: ChangeProfile,
    output: ProfileRecord,
    shape: 'record',
    message: 'Profile changed.',
    run: changeProfile,
  }),
  steppedEndpoint({
    method: 'POST',
    path: 'profilePicture',
    summary: 'The caller’s picture from now on: the square that is named, as WebP of 256 by 256, without metadata.',
    permission: 'profile.own',
    input: SetPicture,
    output: OwnPicture,
    shape: 'record',
    message: 'Picture changed.',
    expensive: true,
    multipart: true,
    run: setPicture,
  }),
  endpoint({
    method: 'DELETE',
    path: 'profilePicture',
    summary: 'Removes the caller’s picture; the initials show again.',
    permission: 'profile.own',
    input: Nothing,
    output: OwnPicture,
    shape: 'record',
    message: 'Picture removed.',
    run: removePicture,
  }),
  steppedEndpoint({
    method: 'POST',
    path: 'downloadOwnData',
    summary: 'Everything that is the caller’s, in all of their organisations, as a file. Ten a minute.',
    permission: 'profile.own',
    input: Nothing,
    output: OwnData,
    shape: 'file',
    message: 'Your data.',
    expensive: true,
    run: async (door) => ({
      name: 'guildhall-my-data.json',
      type: 'application/json; charset=utf-8',
      body: JSON.stringify(await collectOwnData(door), null, 2),
    }),
  }),
];
