/** Standard output that cannot be written must not break anything. Plain JavaScript: every command loads it first. */
import fs from 'node:fs';

const MOST_WAITING = 1_048_576;

/**
 * Lost lines, and why; shared by streams to one place.
 * @typedef {{ lost: number, reason: string }} Loss
 */

const held = /** @type {{ guildhallOutput?: { describe: (lost: number, reason: string) => string } }} */ (globalThis);

/** @param {number} lost @param {string} reason */
const inWords = (lost, reason) => `${lost} line(s) of output could not be written (${reason})`;

/**
 * From now on lines that cannot be written (full disk, closed pipe, stalled reader) are counted and dropped, and later
 * reported: no unhandled error, no growing memory. A second call only changes `describe`.
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
    // A line that was cut off must not swallow the start of this one.
    write(`\n${held.guildhallOutput?.describe(lost, reason)}\n`, undefined, (error) => {
      if (error) loss.lost += lost;
    });
  };
  // Its writer has been told already; without a listener the stream would throw.
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
