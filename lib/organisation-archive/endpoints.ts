import 'server-only';
import { command, defineEndpoints, query } from '@/lib/contract/endpoint';
import { JobRecord } from '@/lib/job/schema';
import { exportOrganisation } from '@/lib/organisation-archive/commands.export';
import { acceptArchive, importOrganisation } from '@/lib/organisation-archive/commands.import';
import { latestImport } from '@/lib/organisation-archive/queries.import';
import { ExportOrganisation, ImportOrganisation, LatestImport } from '@/lib/organisation-archive/schema';
import { Nothing } from '@/lib/validation';

export const organisationArchiveEndpoints = defineEndpoints({
  'POST exportOrganisation': command(
    ExportOrganisation,
    JobRecord,
    'organisation.govern',
    { steps: exportOrganisation },
    'Prepares one archive of the whole organisation: JSON Lines with a schema, and the files. A job; jobFile gives the archive, also parts of it, for 24 hours.',
    { expensive: true, accepted: true },
  ),
  'POST importOrganisation': command(
    ImportOrganisation,
    JobRecord,
    'organisation.govern',
    { steps: importOrganisation },
    'Imports such an archive into an organisation without projects. A job; organisationImport says what the archive lacks.',
    { expensive: true, multipart: true, accepts: acceptArchive, accepted: true },
  ),
  'GET organisationImport': query(
    Nothing,
    LatestImport,
    'organisation.govern',
    latestImport,
    'The latest import of an archive: how far it is, what was taken, and what it lacks.',
  ),
});
