import fs from 'node:fs';
import path from 'node:path';
import { postgresPlace } from '../scripts/postgres/embedded-postgres.mjs';
import type { Installation } from './installation';
import { applicationProcesses } from './memory';

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;
const [PARENT, USER, SYSTEM, CHILDREN_USER, CHILDREN_SYSTEM] = [1, 11, 12, 13, 14] as const;

function statOf(pid: number | string): number[] | null {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return null;
  }
}
const sum = (stat: number[] | null, ...fields: number[]) =>
  fields.reduce((total, field) => total + (stat?.[field] ?? 0), 0) * TICK_MS;

/** Ms that all processes of the application and of its embedded database have worked; 0 where there is no /proc. */
export function processorTime({ dataDir }: Installation): number {
  const pidFile = path.join(postgresPlace({ dir: path.join(dataDir, 'postgres') }), 'data/postmaster.pid');
  const postmaster = fs.existsSync(pidFile) ? Number.parseInt(fs.readFileSync(pidFile, 'utf8'), 10) : 0;
  const processes = fs.existsSync('/proc') ? fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  const ofDatabase = processes.map(statOf).filter((stat) => postmaster && stat?.[PARENT] === postmaster);
  return (
    applicationProcesses(dataDir).reduce((total, pid) => total + sum(statOf(pid), USER, SYSTEM), 0) +
    ofDatabase.reduce((total, stat) => total + sum(stat, USER, SYSTEM), 0) +
    sum(postmaster ? statOf(postmaster) : null, CHILDREN_USER, CHILDREN_SYSTEM)
  );
}
