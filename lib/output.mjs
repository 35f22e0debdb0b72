/** What happens when standard output cannot be written: nothing else. Plain JavaScript, since every command begins with it. */
import fs from 'node:fs';

/** Bytes that may wait for a reader who has stopped reading. */
const MOST_WAITING = 1_048_576;

/**
 * Lines that did not get out, and why; streams that lead to one place share it.
 * @typedef {{ lost: number, reason: string }} Loss
 */

const held = /** @type {{ guildhallOutput?: { describe: (lost: number, reason: string) => string } }} */ (globalThis);

/** @param {number} lost @param {string} reason */
const inWords = (lost, reason) => `${lost} line(s) of output could not be written (${reason})`;

/**
 * From now on a line of output that cannot be written (full disk, closed pipe, reader that stands still) is counted and
 * dropped, instead of an error that nobody handles or memory that grows. Once lines get out again, one tells how many did not.
 * A second call only changes how that is said.
 * @param {(lost: number, reason: string) => string} [describe] makes that line, without its end
 */
export function guardOutput(describe = inWords) {
  if (held.guildhallOutput) {
    held.guildhallOutput.describe = describe;
    return;
  }
  held.guildhallOutput = { describe };
  const out = { lost: 0, reason: '' };
  guard(process.stdout, out);
  guard(process.stderr, place(1) === place(2) ? out : { lost: 0, reason: '' });
}

/** @param {number} fd */
function place(fd) {
  try {
    const { dev, ino } = fs.fstatSync(fd);
    return `${dev}:${ino}`;
  } catch {
    return String(fd);
  }
}

/** @param {NodeJS.WriteStream} stream @param {Loss} loss */
function guard(stream, loss) {
  const write =
    /** @type {(chunk: unknown, encoding: BufferEncoding | undefined, done: (error?: Error | null) => void) => boolean} */ (
      stream.write.bind(stream)
    );
  const lose = (/** @type {unknown} */ chunk, /** @type {string} */ reason) => {
    loss.lost += Math.max(1, String(chunk).split('\n').length - 1);
    loss.reason = reason;
  };
  const tell = () => {
    if (!loss.lost || stream.writableLength > MOST_WAITING / 2) return;
    const { lost, reason } = loss;
    loss.lost = 0;
    // What was cut off in the middle must not swallow the beginning of this line.
    write(`\n${held.guildhallOutput?.describe(lost, reason)}\n`, undefined, (error) => {
      if (error) loss.lost += lost;
    });
  };
  // A stream without a listener throws what its writer has been told already.
  stream.on('error', () => {});
  stream.write = (/** @type {unknown} */ chunk, /** @type {unknown} */ encoding, /** @type {unknown} */ callback) => {
    const done = /** @type {undefined | (() => void)} */ (typeof encoding === 'function' ? encoding : callback);
    if (stream.writableLength > MOST_WAITING) {
      lose(chunk, 'nobody reads it');
      if (done) process.nextTick(done);
      return true;
    }
    try {
      return write(
        chunk,
        typeof encoding === 'string' ? /** @type {BufferEncoding} */ (encoding) : undefined,
        (error) => {
          if (error) lose(chunk, reasonOf(error));
          else tell();
          done?.();
        },
      );
    } catch (error) {
      lose(chunk, reasonOf(error));
      if (done) process.nextTick(done);
      return true;
    }
  };
}

/** @param {unknown} error */
const reasonOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code ?? String(error);
