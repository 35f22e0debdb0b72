/** Ends with the process that started us: a killed process cannot tell its children to stop. */
import { commandLine, parentOf, processExists } from '../common/process-identity.mjs';

const INTERVAL_MS = 250;
const NPM = /(^|[\s/])(npm|npx|pnpm|yarn)\b|npm-cli/;
const SHELL = /(^|[\s/])(sh|bash|dash|cmd)(\.exe)?\s/;

/** @param {() => boolean} isGone @param {() => void} end */
function watch(isGone, end) {
  const timer = setInterval(() => {
    if (!isGone()) return;
    clearInterval(timer);
    end();
  }, INTERVAL_MS);
  timer.unref();
}

/**
 * Orphans pass to process 1 or a nearer reaper, so any other parent counts.
 * @param {() => void} end
 * @param {number} [parent] its number, from whoever knows it better than the moment of the call
 */
export const followParent = (end, parent = process.ppid) => watch(() => process.ppid !== parent, end);

/**
 * npm signals at most the shell between us, and nothing when killed. Without npm a command may outlive its terminal.
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
