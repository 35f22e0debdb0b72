/** Ends with whoever started us: a process that is killed cannot tell its children to stop. */
import { commandLine, parentOf, processExists } from './process-identity.mjs';

const INTERVAL_MS = 250;
const NPM = /(^|[\s/])(npm|npx|pnpm|yarn)\b|npm-cli/;
const SHELL = /(^|[\s/])(sh|bash|dash|cmd)(\.exe)?\s/;

/** Calls `end` once `isGone` says so. @param {() => boolean} isGone @param {() => void} end */
function watch(isGone, end) {
  const timer = setInterval(() => {
    if (!isGone()) return;
    clearInterval(timer);
    end();
  }, INTERVAL_MS);
  timer.unref();
}

/**
 * Calls `end` when the process that started this one is gone. Children of a process that ends pass to process 1 or to a
 * nearer reaper, so what counts is that the parent is another one.
 * @param {() => void} end
 * @param {number} [parent] its number, from whoever knows it better than the moment of the call
 */
export const followParent = (end, parent = process.ppid) => watch(() => process.ppid !== parent, end);

/**
 * Calls `end` when npm, through which a person has started this command, is gone. npm passes signals to the shell between
 * us at most, and none when it is killed. Without npm nothing is followed: a command may outlive the terminal it began in.
 * @param {() => void} end
 */
export function followNpm(end) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const chain = [parent];
  if (SHELL.test(`${commandLine(parent)} `)) chain.push(parentOf(parent));
  const npm = /** @type {number} */ (chain.at(-1));
  if (!NPM.test(commandLine(npm))) return;
  watch(() => process.ppid !== parent || !processExists(npm), end);
}
