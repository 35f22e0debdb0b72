import type { organisationArchiveEndpoints } from '@/lib/organisation-archive/endpoints';
import { archiveFile, archiveParts } from '@/lib/test/archives';
import { body, type Examples, query } from '@/lib/test/example';
import { PASSWORD } from '@/lib/test/fixtures';

export const examples: Examples<typeof organisationArchiveEndpoints> = {
  'POST exportOrganisation': body('acme.admin', () => ({ current_password: PASSWORD })),
  'POST importOrganisation': body('spare.admin', () => ({ file: archiveFile(archiveParts()) })),
  'GET organisationImport': query({}, 'acme.admin'),
};
