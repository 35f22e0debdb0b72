// No `server-only` here and in the two storages: `npm run doctor` tries them.
import { localStorage } from '@/lib/storage/local';
import { uploadthingStorage } from '@/lib/storage/uploadthing';

/** A whole file on this machine's disk, before it is stored. `path` is the receiver's to keep or remove. */
type LocalFile = { path: string; size: number; type: string };
/** Both inclusive, as in a Range header. */
type ByteRange = { start: number; end: number };
/** `folder`: whose they are, null if no application put them there. */
type StoredBytes = { key: string; storedAt: Date; folder: string | null };

/** A storage by its name, as contents remember it. */
export type StorageKind = 'local' | 'uploadthing';
/** Bytes lie with a service under the name that it hands them out by; on disk they have none. */
export const storedAs = (storedIn: StorageKind, name: string): string | null =>
  storedIn === 'uploadthing' ? name : null;

/** Where the bytes of one content lie. */
export type Location = { storedIn: StorageKind; storageKey: string };

/** Where the bytes of files are. Keys are the storage's own; what a person typed is never part of them. */
export type Storage = {
  readonly kind: StorageKind;
  /** `folder`: the organisation’s id; `name`: what a service calls it in what it hands out. Takes the file over: afterwards nothing is left at `file.path`. @returns its key; there is none if this throws. */
  put(place: { folder: string; id: string; name: string }, file: LocalFile): Promise<string>;
  /** Null where there are none. Without `range` all of them. */
  get(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>;
  /** Keys without bytes are passed over. */
  delete(keys: readonly string[]): Promise<void>;
  /** A URL that serves the bytes without a session, for so long. Null: only the application serves them. */
  sign(key: string, seconds: number): Promise<string | null>;
  /** Everything stored, in no order: the sweep compares it with the records. */
  list(): AsyncIterable<StoredBytes>;
  /** Throws if it cannot be used. */
  check(): Promise<void>;
};

/** UploadThing when there is a token, else the directory `files` in `dataDir`. */
export const storageAt = ({ token, dataDir }: { token?: string; dataDir: string }): Storage =>
  token ? uploadthingStorage(token) : localStorage(dataDir);
