/** Events of folders. */
import { z } from 'zod';
import { defineEvents } from '@/lib/contract/event';
import { itemEvents } from '@/lib/file/events';

const named = z.object({ folder_id: z.string(), name: z.string() });
const folder = itemEvents('folder', named);

export const folderEvents = defineEvents({
  'folder.created': folder.other(named, ({ name }) => `made the folder “${name}”`),
  'folder.copied': folder.other(named, ({ name }) => `made the folder “${name}” as a copy`),
  'folder.renamed': folder.renamed,
  'folder.moved': folder.moved,
  'folder.shared': folder.shared,
  'folder.unshared': folder.unshared,
  'folder.deleted': folder.deleted,
  'folder.restored': folder.restored,
  'folder.purged': folder.purged,
});
