/** Restarts a part of an installation when it ends. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isStopping } from './processes.mjs';

const MOST_ENDS = 20;
const ENDS_WITHIN_MS = 600_000;
const STEADY_MS = 10_000;
/** Before each try, in milliseconds. */
const DELAYS = [250, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000];

/**
 * @typedef {object} Part
 * @property {string} name as a sentence begins with it: `The database`
 * @property {() => Promise<{ ended: Promise<string> }>} begin starts it and waits until it works; `ended` tells how it ended.
 *   Rejects when it does not get to work
 * @property {(line: string) => void} tell says a line to whoever runs the command
 * @property {(message: string) => unknown} giveUp ends the command
 * @property {number[]} [delays] milliseconds before each start, as many as are tried
 */

/**
 * Delays grow to ten seconds and start over once it ran for ten. Gives up after eight failed starts in a row (about a
 * minute), and after twenty ends in ten minutes.
 * @param {Part} part
 * @param {Promise<string>} ended of the part as it runs now
 */
export async function keepRunning({ name, begin, tell, giveUp, delays = DELAYS }, ended) {
  /** In milliseconds. @type {number[]} */
  const ends = [];
  let waits = 0;
  let running = ended;
  for (;;) {
    const since = Date.now();
    let why = await running;
    if (isStopping()) return;
    const down = Date.now();
    if (down - since > STEADY_MS) waits = 0;
    ends.push(down);
    if (ends.length > MOST_ENDS && down - (ends.shift() ?? 0) < ENDS_WITHIN_MS)
      return giveUp(`${name} ended ${MOST_ENDS} times within ten minutes, at last ${why}`);
    tell(`${name} ended (${why}); starting it again`);
    for (let starts = 1; ; starts++) {
      await sleep(delays[waits]);
      waits = Math.min(waits + 1, delays.length - 1);
      if (isStopping()) return;
      try {
        running = (await begin()).ended;
        break;
      } catch (error) {
        if (isStopping()) return;
        why = error instanceof Error ? error.message : String(error);
      }
      if (starts === delays.length) return giveUp(`${name} does not start again, tried ${starts} times: ${why}`);
    }
    tell(`${name} runs again after ${((Date.now() - down) / 1_000).toFixed(1)} s`);
  }
}
