/** Events of an organisation that leaves as an archive, or comes from one. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';

/** `admins`: who is told. */
type Archived = { admins: readonly string[] };
const aboutArchive = eventAbout<Archived>();
const page = 'settings?section=data';

export const organisationArchiveEvents = defineEvents({
  'organisation.exported': aboutArchive({
    data: z.object({}),
    words: () => 'asked for an archive of the whole organisation',
    audit: { group: 'data', label: 'Organisation exported' },
    notify: { topic: 'approved', to: ({ admins }) => admins, page },
  }),
  'organisation.import_begun': aboutArchive({
    data: z.object({ file: z.string() }),
    words: ({ file }) => `began to import an organisation from ${file}`,
    audit: { group: 'data', label: 'Organisation import begun' },
  }),
  'organisation.imported': aboutArchive({
    data: z.object({ file: z.string(), rows: z.number() }),
    words: ({ file }) => `imported an organisation from ${file}`,
    audit: { group: 'data', label: 'Organisation imported' },
    notify: { topic: 'approved', to: ({ admins }) => admins, page },
  }),
});
