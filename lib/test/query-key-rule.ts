import type { Sources } from './sources';

const QUERY_FILE = /^components\/.*-query\.ts$/;
const KEY_USE =
  /\bqueryKey:\s*(\[|\w+)|\b(?:[gs]etQueryData|[gs]etQueriesData|getQueryState)(?:<[^(]*>)?\(\s*(\[|\w+)/g;

/** First words of the query keys that a file spells out, where used or in a constant that is used as one. */
function keysSpelledIn(file: string, source: string): string[] {
  const arrays = [...source.matchAll(/\b(\w+)(?:: [^=\n]+)? = (?:\([^()]*\)(?:: [^=]+)? => )?\[\s*['"]([\w-]+)['"]/g)];
  const used = new Set([...source.matchAll(KEY_USE)].map(([, key, first]) => key ?? first));
  const named = arrays
    .filter(([, name]) => QUERY_FILE.test(file) || used.has(name))
    .map(([, , word]) => word as string);
  const direct = [
    ...source.matchAll(/(?:queryKey:|Quer(?:y|ies)Data(?:<[^(]*>)?\(|QueryState\()\s*\[\s*['"]([\w-]+)['"]/g),
  ];
  return [...new Set([...named, ...direct.map(([, word]) => word as string)])];
}

/** A second shape under a known key is what another reader crashes on. */
export function strayQueryKeys(sources: Sources): string[] {
  const spelled = [...sources]
    .filter(([file]) => /^(app|components)\//.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap(([file, source]) => keysSpelledIn(file, source).map((word) => ({ file, word })));
  const isOwned = ({ file, word }: { file: string; word: string }) =>
    !spelled.some((other) => other.word === word && other.file !== file);
  return spelled.filter((key) => !isOwned(key)).map(({ file, word }) => `${file}: ['${word}']`);
}
