import 'server-only';
import { collectOwnData, OWN_DATA_FILE, prepareOwnData } from '@/lib/account/own-data';
import { removePicture, setPicture } from '@/lib/account/picture';
import { changeProfile, getProfile } from '@/lib/account/profile';
import { ChangeProfile, OwnData, OwnPicture, ProfileRecord, SetPicture } from '@/lib/account/schema';
import { command, defineEndpoints, file, query } from '@/lib/contract/endpoint';
import { getJob } from '@/lib/job/queries';
import { JobRecord } from '@/lib/job/schema';
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
    'Changes the caller’s own account. The name changes in all their organisations; fields that are left out stay as they are.',
  ),
  'POST profilePicture': command(
    SetPicture,
    OwnPicture,
    'profile.own',
    { steps: setPicture },
    'Sets the caller’s picture: the given square, as WebP of 256 by 256, without metadata.',
    { expensive: true, multipart: true },
  ),
  'DELETE profilePicture': command(
    Nothing,
    OwnPicture,
    'profile.own',
    removePicture,
    'Removes the caller’s picture; their initials are shown again.',
  ),
  'POST downloadOwnData': file(
    Nothing,
    OwnData,
    'profile.own',
    {
      steps: async (door) => ({
        name: OWN_DATA_FILE,
        type: 'application/json; charset=utf-8',
        body: JSON.stringify(await collectOwnData(door), null, 2),
      }),
    },
    'All data of the caller, from all their organisations, as a file. At most ten a minute.',
    { expensive: true },
  ),
  'POST prepareOwnData': command(
    Nothing,
    JobRecord,
    'profile.own',
    async (ctx) => getJob(ctx, { id: await prepareOwnData(ctx) }),
    'Prepares the same file; job has the progress, jobFile the file.',
    { expensive: true },
  ),
});
