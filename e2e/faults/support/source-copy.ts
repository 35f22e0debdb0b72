import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import type { Trial } from './fault';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const LEFT_OUT = new Set(['node_modules', 'test-results', 'playwright-report', 'package-lock.json']);

/** A copy of the sources, so that one changed build can follow another. Without a lock file: Next looks above it. */
export class SourceCopy {
  private constructor(readonly root: string) {}

  static make(trial: Trial): SourceCopy {
    const copy = new SourceCopy(path.join(trial.dir, 'sources'));
    fs.mkdirSync(copy.root);
    trial.atEnd(() => fs.rmSync(copy.root, { recursive: true, force: true }));
    for (const name of fs.readdirSync(ROOT))
      if (!name.startsWith('.') && !LEFT_OUT.has(name))
        fs.cpSync(path.join(ROOT, name), path.join(copy.root, name), { recursive: true });
    fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy.root, 'node_modules'));
    return copy;
  }

  /** Every file of the next build differs from those before. */
  change(): void {
    const file = path.join(this.root, 'next.config.mjs');
    const text = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, text.replace('experimental: {', 'experimental: { turbopackMinify: false,'));
  }

  /** `npm run build`. @throws Error with its output */
  async build(): Promise<void> {
    const env = { ...process.env, TYPES_ELSEWHERE: '1' };
    const child = spawn(process.execPath, ['scripts/build.mjs'], {
      cwd: this.root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        said += part;
      });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`The build ended with ${code}:\n${said.slice(-4_000)}`);
  }

  /** Folders with builds, with their sizes in MB, as `du` tells. */
  sizes(): string {
    return execFileSync('sh', ['-c', 'du -sm .next .builds/* 2>/dev/null || true'], {
      cwd: this.root,
      encoding: 'utf8',
    })
      .trim()
      .replaceAll(/\s+/g, ' ');
  }
}
