import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { nextFreePort } from '../../scripts/common/ports.mjs';
import { deletePostgres } from '../../scripts/postgres/embedded-postgres.mjs';
import { startDemoServer } from '../../scripts/suite/e2e-server.mjs';
import { holdPort } from './held-port';

/** A whole demo of a test's own, beside the one that the other tests share: for what would disturb them. */
export class ServerCopy {
  private constructor(
    readonly dir: string,
    private readonly server: { url: string; stop: () => Promise<void> },
    private readonly realtimePort: number,
  ) {}

  /** A copy with fresh data, running. `offset`: how far from the shared server's port its own are; `environment` may name it. */
  static async start(
    name: string,
    baseURL: string,
    offset: number,
    environment: Record<string, string> | ((port: number) => Record<string, string>) = {},
  ): Promise<ServerCopy> {
    const beside = process.env.E2E_DATA_DIR ?? path.join(os.tmpdir(), 'guildhall-e2e');
    const dir = `${beside}-${name}`;
    let realtimePort = 0;
    const server = await startDemoServer({
      dir,
      name,
      firstPort: Number(new URL(baseURL).port) + offset,
      environment: async (port) => {
        realtimePort = await nextFreePort(port + 1);
        const settings = typeof environment === 'function' ? environment(port) : environment;
        return { REALTIME_PORT: String(realtimePort), ...settings };
      },
    });
    return new ServerCopy(dir, server, realtimePort);
  }

  get url(): string {
    return this.server.url;
  }

  /**
   * Ends the realtime server and keeps its port taken, so that it cannot come back.
   * @returns gives the port free again; the server then comes back by itself
   */
  stopRealtime(): Promise<() => Promise<void>> {
    return holdPort(this.realtimePort, () => this.#endRealtime());
  }

  /** Ends it cleanly, and deletes its data. */
  async stop(): Promise<void> {
    await this.server.stop();
    await deletePostgres({ dir: path.join(this.dir, 'postgres') });
    fs.rmSync(this.dir, { recursive: true, force: true });
  }

  #endRealtime(): void {
    for (const pid of this.#children()) {
      try {
        if (commandOf(pid).includes('realtime.ts')) process.kill(pid, 'SIGKILL');
      } catch {
        // It ended by itself.
      }
    }
  }

  #children(): number[] {
    return (JSON.parse(fs.readFileSync(path.join(this.dir, 'run.json'), 'utf8')) as { children: number[] }).children;
  }
}

const commandOf = (pid: number) => execFileSync('ps', ['-o', 'command=', '-p', String(pid)]).toString();
