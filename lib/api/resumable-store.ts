import 'server-only';
import { createWriteStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { DomainError } from '@/lib/errors';
import { diskFailure } from '@/lib/storage/receive';
import { scratchFolder } from '@/lib/storage/scratch';

/** Where the pieces of unfinished uploads are, with a note beside each: a folder for each organisation, in it one for each person. */
export const resumableFolder = () => scratchFolder('.resumable');

/** So many may one person leave unfinished; the browser sends three at once. */
const MOST_UNFINISHED = 20;
/** An upload without a piece for so long makes way for its person's next one. */
const IDLE_MS = 3_600_000;
/** While a piece arrives, the room is looked at again after so many bytes. */
const LOOK_BYTES = 16 * 1024 * 1024;

const tooMany = () =>
  new DomainError(
    'rate_limited',
    `You have ${MOST_UNFINISHED} unfinished uploads. Let one of them finish or cancel one, then try again; one that stood still for an hour makes way by itself.`,
  );
const noRoom = () =>
  new DomainError(
    'full',
    'There is no room for this file beside those that are being uploaded now. Try again when they have ended.',
  );

/** Pieces on disk; an upload's id here is its path, `organisation/person/id`. Says that a disk is full, which the library calls an error of its own. */
export class ResumableStore extends FileStore {
  /** How much each organisation may still store, as it was last asked. */
  readonly #left = new Map<string, number>();

  constructor() {
    super({ directory: resumableFolder() });
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  /** Throws `full` unless `bytes` more fit into `left` beside what has arrived of the organisation's unfinished uploads. */
  async mustHaveRoom(id: string, left: number, bytes: number): Promise<void> {
    const organisation = organisationOf(id);
    this.#left.set(organisation, left);
    if ((await this.#arrived(organisation)) + bytes > left) throw noRoom();
  }

  /** Noted first and counted then: of several at once each sees the others. */
  override async create(upload: Parameters<FileStore['create']>[0]) {
    const made = await super.create(upload);
    try {
      await this.#makeWay(dirname(upload.id));
    } catch (error) {
      await this.remove(upload.id);
      throw error;
    }
    return made;
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const out = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset });
    try {
      await pipeline(readable, (bytes: AsyncIterable<Buffer>) => this.#withinRoom(bytes, organisationOf(id)), out);
    } catch (error) {
      if (error instanceof DomainError) await this.remove(id);
      throw diskFailure(error);
    }
    return offset + out.bytesWritten;
  }

  /** Several pieces at once each found room when they began, so they look again on the way. */
  async *#withinRoom(bytes: AsyncIterable<Buffer>, organisation: string) {
    let since = 0;
    for await (const chunk of bytes) {
      yield chunk;
      since += chunk.length;
      if (since < LOOK_BYTES) continue;
      since = 0;
      if ((await this.#arrived(organisation)) > (this.#left.get(organisation) ?? 0)) throw noRoom();
    }
  }

  /** Bytes of an organisation's unfinished uploads. What they announced takes no room: their pieces are counted when they come. */
  async #arrived(organisation: string): Promise<number> {
    const people = await namesIn(join(this.directory, organisation));
    const pieces = await Promise.all(people.map((person) => this.#pieces(join(organisation, person))));
    return pieces.flat().reduce((sum, { size }) => sum + size, 0);
  }

  /** Throws `rate_limited` if a person has too many; those that stood still go first. */
  async #makeWay(folder: string): Promise<void> {
    // What is being stored has a dot in its name.
    const pieces = (await this.#pieces(folder)).filter(({ id }) => !id.includes('.'));
    const beyond = pieces.length - MOST_UNFINISHED;
    if (beyond <= 0) return;
    const idle = pieces.filter(({ changedAt }) => Date.now() - changedAt > IDLE_MS);
    if (idle.length < beyond) throw tooMany();
    const oldest = idle.sort((one, other) => one.changedAt - other.changedAt).slice(0, beyond);
    await Promise.all(oldest.map(({ id }) => this.remove(id).catch(() => undefined)));
  }

  async #pieces(folder: string): Promise<{ id: string; size: number; changedAt: number }[]> {
    const names = (await namesIn(join(this.directory, folder))).filter((name) => !name.endsWith('.json'));
    const pieces = await Promise.all(
      names.map(async (name) => {
        const id = join(folder, name);
        const there = await stat(join(this.directory, id)).catch(() => null);
        return there && { id, size: there.size, changedAt: there.mtimeMs };
      }),
    );
    return pieces.filter((piece) => piece !== null);
  }
}

const organisationOf = (id: string) => id.split('/')[0] as string;
const namesIn = (folder: string) => readdir(folder).catch(() => [] as string[]);
