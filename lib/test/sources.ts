import { dirname, join, posix } from 'node:path';

/** Path → text of every source file, by its path from the root. */
export type Sources = ReadonlyMap<string, string>;

const IMPORT =
  /^(?:import|export)\s(?!type\b)[^'"]*?from\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gms;
/** What ships to nobody: tests, and what they are made of. */
export const isTest = (file: string) =>
  /\.(test|part|spec|examples)\.tsx?$/.test(file) || /^(lib|components)\/test\/|^e2e\//.test(file);

function resolved(sources: Sources, from: string, spec: string): string {
  const base = spec.startsWith('@/')
    ? spec.slice(2)
    : spec.startsWith('.')
      ? posix.normalize(join(dirname(from), spec))
      : null;
  if (base === null) return spec;
  return [base, `${base}.ts`, `${base}.tsx`, `${base}.mjs`].find((file) => sources.has(file)) ?? base;
}

/** What each text imports, as it is written there. */
const specs = new Map<string, string[]>();

function specsIn(source: string): string[] {
  const known = specs.get(source);
  if (known) return known;
  const found = [...source.replace(/^\s*(?:\/\/|\*).*$/gm, '').matchAll(IMPORT)]
    .filter(([whole]) => !/^import\s*\{\s*(?:type\s+\w+(?:\s+as\s+\w+)?\s*,?\s*)+\}\s*from/s.test(whole))
    .map((match) => (match[1] ?? match[2] ?? match[3]) as string);
  specs.set(source, found);
  return found;
}

/** Values a file imports (types are free), as paths from the root or package names. */
export const importsOf = (sources: Sources, file: string): string[] =>
  specsIn(sources.get(file) ?? '').map((spec) => resolved(sources, file, spec));
