import { analyse } from 'scslre';
import { parseAst } from 'vite';
import { isTest, type Sources } from './sources';

/** Literals of source files whose text is the same are looked at once. */
const known = new Map<string, string[]>();

/**
 * Regular expressions whose time may grow faster than the text they are given (scslre: nested repetitions, adjoining ones
 * that share letters, and those that are tried anew from each letter).
 * @returns `file: /expression/`
 */
export function slowExpressions(sources: Sources): string[] {
  return [...sources]
    .filter(([file]) => /^(?:app|components|lib)\/|^middleware/.test(file) && !isTest(file))
    .flatMap(([file, text]) => {
      const slow = known.get(text) ?? literalsIn(text, file.endsWith('x')).filter(isSlow).map(String);
      known.set(text, slow);
      return slow.map((expression) => `${file}: ${expression}`);
    });
}

const isSlow = ({ source, flags }: RegExp) => analyse({ source, flags }).reports.length > 0;

function literalsIn(text: string, jsx: boolean): RegExp[] {
  const found: RegExp[] = [];
  const visit = (node: unknown): void => {
    if (!node || typeof node !== 'object') return;
    if ('regex' in node && node.regex) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string };
      found.push(new RegExp(pattern, flags));
    } else for (const child of Object.values(node)) visit(child);
  };
  visit(parseAst(text, { lang: jsx ? 'tsx' : 'ts' }));
  return found;
}
