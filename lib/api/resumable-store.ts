import 'server-only';
import { createWriteStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { env } from '@/lib/env';
import { diskFailure } from '@/lib/storage/receive';

/** Where the pieces of unfinished uploads are, with a note beside each. */
export const resumableFolder = () => join(env.dataDir, 'files', '.resumable');

type Noted = { size?: number; metadata?: Record<string, string | null> };

/** Pieces on disk. Says that a disk is full, which the library calls an error of its own. */
export class ResumableStore extends FileStore {
  readonly #rooms = new WeakMap<object, { bytes: number; beyond: Error }>();

  constructor() {
    super({ directory: resumableFolder() });
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  /** `metadata`: of an upload that is made now; with all others of its organisation it may have so many bytes. */
  limit(metadata: object, bytes: number, beyond: Error): void {
    this.#rooms.set(metadata, { bytes, beyond });
  }

  /** Noted first and counted then: of several at once each sees the others. */
  override async create(upload: Parameters<FileStore['create']>[0]) {
    const made = await super.create(upload);
    const room = this.#rooms.get(upload.metadata ?? {});
    if (room && (await this.#reserved(upload.metadata?.owner ?? '')) > room.bytes) {
      await this.remove(upload.id);
      throw room.beyond;
    }
    return made;
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const out = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset });
    try {
      await pipeline(readable, out);
    } catch (error) {
      throw diskFailure(error);
    }
    return offset + out.bytesWritten;
  }

  /** What the unfinished uploads of an organisation will have (bytes); of one that nobody goes on with, what it has. */
  async #reserved(owner: string): Promise<number> {
    const organisation = owner.split(' ')[0];
    let bytes = 0;
    for (const name of await readdir(this.directory)) {
      if (!name.endsWith('.json')) continue;
      const note = await readFile(join(this.directory, name), 'utf8')
        .then((text) => JSON.parse(text) as Noted)
        .catch(() => null);
      if (note?.metadata?.owner?.split(' ')[0] !== organisation) continue;
      const there = await stat(join(this.directory, name.slice(0, -'.json'.length))).catch(() => null);
      const idle = there && Date.now() - there.mtimeMs > IDLE_MS;
      bytes += idle ? there.size : (note?.size ?? 0);
    }
    return bytes;
  }
}

/** Then an upload no longer keeps room for what it has not sent. */
const IDLE_MS = 3_600_000;
