import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf, type Sources } from './sources';

/** Folders whose files may be tests or be imported by one. */
const FOLDERS = ['app', 'bench', 'components', 'e2e', 'lib', 'prisma', 'scripts'];
const FILES = ['middleware.ts', 'instrumentation.ts', 'instrumentation-client.ts'];
const GENERATED = /^prisma\/client\//;

/** Every source file, by its path from `root`. */
export function readSources(root: string): Sources {
  const inFolders = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  );
  const tests = readdirSync(root).filter((file) => /\.test\.ts$/.test(file));
  const files = [...inFolders, ...FILES, ...tests].filter(
    (file) => /\.(tsx?|mjs)$/.test(file) && !GENERATED.test(file),
  );
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

/** The files that importing `file` loads, itself included, and the packages they name. */
function loadedBy(imports: (file: string) => readonly string[], file: string): Set<string> {
  const seen = new Set([file]);
  for (const one of seen) for (const target of imports(one)) seen.add(target);
  return seen;
}

/** What each file imports, looked up once. */
function importsIn(sources: Sources): (file: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (file) => {
    const found = known.get(file) ?? (sources.has(file) ? importsOf(sources, file) : []);
    known.set(file, found);
    return found;
  };
}

/** Test files by what they need: `rules` reach the database, `pure` never do. Those that load most come first. */
export function testsByNeed(sources: Sources): { pure: string[]; rules: string[] } {
  const imports = importsIn(sources);
  const tests = [...sources.keys()]
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => ({ file, loaded: loadedBy(imports, file) }))
    .sort((one, other) => other.loaded.size - one.loaded.size);
  const named = (reaches: boolean) =>
    tests.filter(({ loaded }) => loaded.has('pg') === reaches).map(({ file }) => file);
  return { pure: named(false), rules: named(true) };
}
