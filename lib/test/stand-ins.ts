import path from 'node:path';
import type { Plugin } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');
const standIn = (name: string) => path.join(root, 'components/test', name);

/** What a part gets instead of Next and the network, by what it imports. */
const PACKAGES: Record<string, string> = {
  'next/navigation': standIn('navigation.ts'),
  'next/link': standIn('link.tsx'),
  'next/form': standIn('form.tsx'),
  'next/dynamic': standIn('dynamic.tsx'),
  'server-only': path.join(root, 'lib/test/empty.ts'),
};
const FILES: Record<string, string> = {
  [path.join(root, 'components/live/connection.ts')]: standIn('connection.ts'),
};

/** Server actions become functions that ask the test (`components/test/actions.ts`). */
const actionsOf = (code: string) =>
  [
    `import { action } from '${standIn('actions.ts')}';`,
    ...[...code.matchAll(/^export (?:const|async function) (\w+)/gm)].map(
      ([, name]) => `export const ${name} = action('${name}');`,
    ),
  ].join('\n');

export function standIns(): Plugin {
  return {
    name: 'stand-ins-for-next',
    enforce: 'pre',
    async resolveId(spec, importer, options) {
      if (PACKAGES[spec]) return PACKAGES[spec];
      if (importer?.startsWith(path.join(root, 'components/test/'))) return null;
      if (!/\/connection$/.test(spec)) return null;
      const resolved = await this.resolve(spec, importer, { ...options, skipSelf: true });
      return (resolved && FILES[resolved.id]) ?? resolved;
    },
    transform: (code, id) => (/^\s*['"]use server['"]/.test(code) && id.endsWith('.ts') ? actionsOf(code) : null),
  };
}
