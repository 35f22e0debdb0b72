/**
 * What this process is at work on, written where whoever watches it can read it while it hangs: into a file that both
 * hold open. Two writes of a few microseconds for each piece of work; without a watcher there is no such file.
 */
import fs from 'node:fs';

const LINES = 32;
const LENGTH = 160;
const EMPTY = line('');

// The server and the application are bundled apart.
const held = globalThis as { guildhallWork?: { fd: number; free: number[] } };

/** From now on work is written into this open file. */
export function recordWorkIn(fd: number): void {
  held.guildhallWork = { fd, free: Array.from({ length: LINES }, (_, at) => at) };
}

/** `POST /api/Task` or `job import`: no query, nothing that may be a token. Returns what says that it is done. */
export function beginWork(name: string): () => void {
  const work = held.guildhallWork;
  const at = work?.free.pop();
  if (!work || at === undefined) return () => {};
  write(work.fd, at, line(`${Date.now()} ${name}`));
  return () => {
    write(work.fd, at, EMPTY);
    work.free.push(at);
  };
}

function line(text: string): Buffer {
  const bytes = Buffer.alloc(LENGTH, ' ');
  bytes.write(text.replaceAll(/[^\x21-\x7e ]/g, '?'), 0, LENGTH - 1);
  bytes.write('\n', LENGTH - 1);
  return bytes;
}

function write(fd: number, at: number, bytes: Buffer): void {
  try {
    fs.writeSync(fd, bytes, 0, LENGTH, at * LENGTH);
  } catch {
    // It only helps to explain a hang; a full disk must not stop the work.
  }
}
