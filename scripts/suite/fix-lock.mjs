/**
 * Completes package-lock.json; `--check` exits with 1 if incomplete. npm writes only those optional packages of other
 * platforms that its registry offers, and then `npm ci` refuses the file ("Missing: … from lock file"). Entries get no
 * checksum: npm skips them here and fetches them there. Run it after adding or upgrading a package.
 */
import fs from 'node:fs';
import path from 'node:path';

const file = path.resolve(import.meta.dirname, '../../package-lock.json');
const PLATFORMS = 'aix android darwin freebsd linux netbsd openbsd openharmony sunos win32'.split(' ');
const PROCESSORS = 'arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64'.split(' ');

/**
 * @typedef {{ version?: string, optional?: boolean, dev?: boolean, os?: string[], cpu?: string[], libc?: string[],
 *   optionalDependencies?: Record<string, string> }} LockedPackage
 */

/** Node's rule: look beside the package that needs it, then one level up, and so on. */
function isLocked(
  /** @type {Record<string, LockedPackage>} */ packages,
  /** @type {string} */ from,
  /** @type {string} */ name,
) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true;
    if (!at) return false;
  }
}

/** From a name such as `@next/swc-linux-arm64-musl`. */
function platformOf(/** @type {string} */ name) {
  const words = name.split(/[-/]/);
  const [os, cpu] = [PLATFORMS, PROCESSORS].map((known) => known.filter((word) => words.includes(word)));
  const libc = words.includes('musl') ? ['musl'] : [];
  return { ...(cpu?.length && { cpu }), ...(os?.length && { os }), ...(libc.length && { libc }) };
}

/**
 * @param {Record<string, LockedPackage>} packages its `packages`
 * @returns {{ added: Record<string, LockedPackage>, unknown: string[] }} `unknown`: not named after a platform
 */
export function missingPackages(packages) {
  /** @type {Record<string, LockedPackage>} */
  const added = {};
  const unknown = [];
  for (const [from, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isLocked(packages, from, name)) continue;
      const platform = platformOf(name);
      // Only an exact version of a package named after a platform can be added without asking a registry.
      if (!/^\d/.test(version) || !Object.keys(platform).length) unknown.push(`${name}@${version}`);
      else added[`node_modules/${name}`] = { version, ...platform, ...(dev && { dev }), optional: true };
    }
  }
  return { added, unknown };
}

if (process.argv[1] === import.meta.filename) {
  const lock = JSON.parse(fs.readFileSync(file, 'utf8'));
  const { added, unknown } = missingPackages(lock.packages);
  for (const name of unknown) console.log(`left alone: ${name}`);
  const names = Object.keys(added);
  if (process.argv.includes('--check')) {
    if (names.length) console.error(`package-lock.json lacks ${names.join(', ')}: run node scripts/suite/fix-lock.mjs`);
    process.exit(names.length ? 1 : 0);
  }
  const { '': root, ...rest } = { ...lock.packages, ...added };
  lock.packages = {
    '': root,
    ...Object.fromEntries(Object.entries(rest).sort(([a], [b]) => a.localeCompare(b, 'en'))),
  };
  if (names.length) fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${names.length} added`);
}
