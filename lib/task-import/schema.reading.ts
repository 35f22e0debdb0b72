import type { Source } from '@/lib/imported/vocabulary';
import type { ImportFile } from '@/lib/task-import/schema.file';
import { type Reading, readTasks } from '@/lib/task-import/schema.table';
import { decodeText } from '@/lib/task-import/schema.text';
import { readBoard } from '@/lib/task-import/schema.trello';

export type FileToRead = { source: Source; bytes: Uint8Array; archived: boolean; reading: Reading };

/** Throws UnreadableFile. */
export const work = async ({ source, bytes, archived, reading }: FileToRead): Promise<ImportFile> =>
  source === 'trello'
    ? readBoard(decodeText(bytes), { archived, zone: reading.zone })
    : readTasks(source, decodeText(bytes), reading);
