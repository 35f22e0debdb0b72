import type { Source } from '@/lib/imported/vocabulary';
import { type Decoded, decodeFile, lineAt, zerosTaken } from '@/lib/table-file/decode';
import type { Encoding } from '@/lib/table-file/encodings';
import { type ImportFile, LETTERS_LOST, type LineProblem, LOST_LETTER } from '@/lib/task-import/schema.file';
import { type Reading, readTasks } from '@/lib/task-import/schema.table';
import { isBoard, readBoard } from '@/lib/task-import/schema.trello';

export type FileToRead = {
  source: Source;
  bytes: Uint8Array;
  /** As somebody chose; otherwise it is told from the bytes. */
  encoding?: Encoding | undefined;
  archived: boolean;
  reading: Reading;
};
/** `source`: a board is one of Trello, whatever was chosen. */
export type FileRead = ImportFile & { source: Source } & Pick<Decoded, 'encoding' | 'guessed' | 'sample' | 'unsure'>;

/** Throws UnreadableFile. */
export async function work({ source, bytes, encoding: chosen, archived, reading }: FileToRead): Promise<FileRead> {
  const { text, zeros, ...decoded } = decodeFile(bytes, chosen);
  const board = source === 'trello' || isBoard(text);
  const file = board ? readBoard(text, { archived, zone: reading.zone }) : await readTasks(source, text, reading);
  const taken = zeros ? [{ line: zeros.line, message: zerosTaken(zeros.count) }] : [];
  return {
    ...file,
    source: board ? 'trello' : source,
    lost: [...file.lost, ...lettersLost(text), ...taken],
    ...decoded,
  };
}

function lettersLost(text: string): LineProblem[] {
  const at = text.indexOf(LOST_LETTER);
  return at < 0 ? [] : [{ line: lineAt(text, at), message: LETTERS_LOST }];
}
