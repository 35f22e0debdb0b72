import 'server-only';
import { collectOwnData } from '@/lib/account/own-data';
import { removePicture, setPicture } from '@/lib/account/picture';
import { changeProfile, getProfile } from '@/lib/account/profile';
import { ChangeProfile, OwnData, OwnPicture, ProfileRecord, SetPicture } from '@/lib/account/schema';
import { command, defineEndpoints, file, query } from '@/lib/contract/endpoint';
import { Nothing } from '@/lib/validation';

export const profileEndpoints = defineEndpoints({
  'GET profile': query(
    Nothing,
    ProfileRecord,
    'profile.own',
    getProfile,
    'The caller’s own account: name, language and formats, time zone, working days, theme, keys.',
  ),
  'PUT profile': command(
    ChangeProfile,
    ProfileRecord,
    'profile.own',
    changeProfile,
    'Changes the caller’s own account. A name becomes that of all their memberships; what is left out stays.',
  ),
  'POST profilePicture': command(
    SetPicture,
    OwnPicture,
    'profile.own',
    { steps: setPicture },
    'The caller’s picture from now on: the square that is named, as WebP of 256 by 256, without metadata.',
    { expensive: true, multipart: true },
  ),
  'DELETE profilePicture': command(
    Nothing,
    OwnPicture,
    'profile.own',
    removePicture,
    'Removes the caller’s picture; the initials show again.',
  ),
  'POST downloadOwnData': file(
    Nothing,
    OwnData,
    'profile.own',
    {
      steps: async (door) => ({
        name: 'guildhall-my-data.json',
        type: 'application/json; charset=utf-8',
        body: JSON.stringify(await collectOwnData(door), null, 2),
      }),
    },
    'Everything that is the caller’s, in all of their organisations, as a file. Ten a minute.',
    { expensive: true },
  ),
});
