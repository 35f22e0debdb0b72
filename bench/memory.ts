import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** MB of all processes of the application together. */
export function applicationMemory(dataDir: string): number {
  const { children } = JSON.parse(fs.readFileSync(path.join(dataDir, 'run.json'), 'utf8')) as { children: number[] };
  const lines = execFileSync('ps', ['-o', 'rss=,args=', '-p', children.join(',')], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const sizes = lines.filter((line) => !line.includes('realtime.ts')).map((line) => Number.parseInt(line, 10));
  return sizes.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1024;
}
