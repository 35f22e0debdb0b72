/** Progress of a command: a line for each step, with the time it took. */

const terminal = process.stdout.isTTY;
/** A log keeps every line; a terminal only the last one. */
const TICK_MS = terminal ? 2_000 : 15_000;
const CLEAR_LINE = '\r\u001B[2K';

/** @param {number} since of `performance.now()` */
export function elapsed(since) {
  const seconds = (performance.now() - since) / 1_000;
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** @param {string} text */
export const say = (text) => process.stdout.write(`${terminal ? CLEAR_LINE : ''}${text}\n`);

/**
 * Does one step. A line says so now and then; a last one gives the duration.
 * @template T
 * @param {string} name as a person would call it
 * @param {(note: (text: string) => void) => Promise<T> | T} work `note` adds a few words to the last line
 * @returns {Promise<T>} what `work` returns
 * @throws what `work` throws, after a line that the step failed
 */
export async function step(name, work) {
  const since = performance.now();
  let remark = '';
  const tick = () => {
    const line = `  … ${name}, ${Math.round((performance.now() - since) / 1_000)} s${remark ? ` (${remark})` : ''}`;
    process.stdout.write(terminal ? `${CLEAR_LINE}${line}` : `${line}\n`);
  };
  const timer = setInterval(tick, TICK_MS);
  if (terminal) process.stdout.write(`  … ${name}`);
  try {
    const result = await work((text) => {
      remark = text;
    });
    say(`  ✓ ${name.padEnd(28)} ${elapsed(since).padStart(7)}${remark ? `   ${remark}` : ''}`);
    return result;
  } catch (error) {
    say(`  ✗ ${name.padEnd(28)} ${elapsed(since).padStart(7)}   failed`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}
