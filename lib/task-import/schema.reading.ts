import type { Source } from '@/lib/imported/vocabulary';
import { decodeFile } from '@/lib/table-file/decode';
import type { Encoding } from '@/lib/table-file/encodings';
import type { ImportFile, LineProblem } from '@/lib/task-import/schema.file';
import { type Reading, readTasks } from '@/lib/task-import/schema.table';
import { readBoard } from '@/lib/task-import/schema.trello';

export type FileToRead = {
  source: Source;
  bytes: Uint8Array;
  /** As somebody chose; otherwise it is told from the bytes. */
  encoding?: Encoding | undefined;
  archived: boolean;
  reading: Reading;
};
export type FileRead = ImportFile & { encoding: Encoding; guessed: boolean; sample: string[] };

/** Throws UnreadableFile. */
export async function work({ source, bytes, encoding: chosen, archived, reading }: FileToRead): Promise<FileRead> {
  const { text, ...decoded } = decodeFile(bytes, chosen);
  const file =
    source === 'trello' ? readBoard(text, { archived, zone: reading.zone }) : await readTasks(source, text, reading);
  return { ...file, lost: [...file.lost, ...lettersLost(text)], ...decoded };
}

/** What some program wrote for a letter that it could not read. */
function lettersLost(text: string): LineProblem[] {
  const at = text.indexOf('\ufffd');
  if (at < 0) return [];
  const line = text.slice(0, at).split(/\r\n|\n|\r/).length;
  return [{ line, message: 'Letters were lost before the file came here: “\ufffd” stands for them.' }];
}
