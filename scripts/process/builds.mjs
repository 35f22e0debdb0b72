/**
 * The builds that processes run from. `next build` writes `.next`, as every host expects it; what runs is a copy of that
 * in `.builds/ID` (hard links), so the next build takes no file away from under a process.
 */
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../bootstrap.mjs';
import { isSameProcess, startOf } from '../common/process-identity.mjs';

/** Whoever has just read which build is the current one may be about to hold it. */
const LEFT_ALONE_MS = 10 * 60_000;
/** A page that is open for longer has lost its session (14 days at most). */
const STATIC_KEPT_MS = 14 * 86_400_000;
const MOST_KEPT = 20;
/** Nothing that a running server reads. */
const NOT_RUN = new Set(['cache', 'dev', 'diagnostics', 'types', 'lock', 'trace']);

export const buildsIn = (/** @type {string} */ base) => path.join(base, '.builds');
const pointerIn = (/** @type {string} */ base) => path.join(buildsIn(base), 'current');
/** Written when the build in `.next` is complete: what it was made from. */
export const madeFromIn = (/** @type {string} */ base) => path.join(base, '.next/made-from');
const idIn = (/** @type {string} */ folder) => readText(path.join(folder, '.next/BUILD_ID'));

/** @param {string} file @returns {string} empty when there is none */
function readText(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : '';
}

export const isComplete = (base = root) => idIn(base) !== '' && fs.existsSync(madeFromIn(base));

/** @param {string} file that appears whole @param {string} text */
function writeWhole(file, text) {
  const part = `${file}.${process.pid}.part`;
  fs.writeFileSync(part, text);
  fs.renameSync(part, file);
}

/** @param {string} from @param {string} to */
function linkFile(from, to) {
  try {
    fs.linkSync(from, to);
  } catch {
    fs.copyFileSync(from, to);
  }
}

/** Links, to packages that stay outside, lead where they led. @param {string} from @param {string} to @param {ReadonlySet<string>} [without] names in `from` itself */
function linkTree(from, to, without = new Set()) {
  fs.mkdirSync(to, { recursive: true });
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (without.has(entry.name)) continue;
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink())
      fs.symlinkSync(path.relative(to, path.resolve(from, fs.readlinkSync(source))), target);
    else linkFile(source, target);
  }
}

/** Makes what `.next` holds the current build. Must be complete. @param {string} [base] folder of the sources */
export function publishBuild(base = root) {
  const id = idIn(base);
  const target = path.join(buildsIn(base), id);
  if (!fs.existsSync(target)) {
    const part = `${target}.${process.pid}.part`;
    fs.rmSync(part, { recursive: true, force: true });
    linkTree(path.join(base, '.next'), path.join(part, '.next'), NOT_RUN);
    if (fs.existsSync(path.join(base, 'public')))
      fs.cpSync(path.join(base, 'public'), path.join(part, 'public'), { recursive: true });
    // Its imports lead into the sources.
    fs.writeFileSync(path.join(part, 'next.config.mjs'), "export { default } from '../../next.config.mjs';\n");
    try {
      fs.renameSync(part, target);
    } catch (error) {
      // Somebody else was faster.
      fs.rmSync(part, { recursive: true, force: true });
      if (!idIn(target)) throw error;
    }
  }
  if (readText(pointerIn(base)) !== id) writeWhole(pointerIn(base), id);
  sweepBuilds(base);
}

/**
 * @param {string} [base] folder of the sources
 * @returns {string | null} the folder from which `next start` runs the newest complete build
 */
export function currentBuild(base = root) {
  // Built elsewhere and brought here.
  if (isComplete(base) && idIn(base) !== readText(pointerIn(base))) publishBuild(base);
  const id = readText(pointerIn(base));
  const folder = path.join(buildsIn(base), id);
  if (id && idIn(folder)) return folder;
  // As another way of building left it, or where nothing can be written.
  return idIn(base) ? base : null;
}

let holds = 0;

/**
 * Keeps the current build from being swept while this process lives.
 * @param {string} [base] folder of the sources
 * @returns {{ folder: string, release: () => void }}
 */
export function holdBuild(base = root) {
  const folder = currentBuild(base) ?? base;
  if (folder === base) return { folder, release: () => {} };
  const holders = path.join(folder, 'held-by');
  const file = path.join(holders, `${process.pid}-${++holds}`);
  const release = () => fs.rmSync(file, { force: true });
  try {
    fs.mkdirSync(holders, { recursive: true });
    fs.writeFileSync(file, startOf(process.pid));
    process.once('exit', release);
  } catch {
    // Where nothing can be written nothing is swept either.
  }
  return { folder, release };
}

/** @param {string} folder */
function isHeld(folder) {
  const holders = path.join(folder, 'held-by');
  if (!fs.existsSync(holders)) return false;
  return fs
    .readdirSync(holders)
    .some((name) => isSameProcess(Number.parseInt(name, 10), readText(path.join(holders, name))));
}

/** Leaves only what pages in open browsers may still load. @param {string} folder */
function strip(folder) {
  const built = path.join(folder, '.next');
  for (const name of fs.readdirSync(built))
    if (name !== 'static') fs.rmSync(path.join(built, name), { recursive: true, force: true });
  for (const name of fs.readdirSync(folder))
    if (name !== '.next') fs.rmSync(path.join(folder, name), { recursive: true, force: true });
}

/** Builds that nobody runs any more are reduced to their static files; those go after two weeks. @param {string} [base] */
export function sweepBuilds(base = root, now = Date.now()) {
  const folder = buildsIn(base);
  if (!fs.existsSync(folder)) return;
  const current = readText(pointerIn(base));
  const others = fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== current)
    .map(({ name }) => ({ path: path.join(folder, name), age: now - fs.statSync(path.join(folder, name)).mtimeMs }))
    .sort((a, b) => a.age - b.age);
  for (const [at, one] of others.entries()) {
    if (one.age < LEFT_ALONE_MS || isHeld(one.path)) continue;
    if (one.path.endsWith('.part') || at >= MOST_KEPT || one.age > STATIC_KEPT_MS)
      fs.rmSync(one.path, { recursive: true, force: true });
    else if (idIn(one.path)) strip(one.path);
  }
}
