import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { nextFreePort } from '../../scripts/common/ports.mjs';
import { deletePostgres } from '../../scripts/postgres/embedded-postgres.mjs';
import { startDemoServer } from '../../scripts/suite/e2e-server.mjs';

/** A whole demo of a test's own, beside the one that the other tests share: for what would disturb them. */
export class ServerCopy {
  private constructor(
    readonly dir: string,
    private readonly server: { url: string; stop: () => Promise<void> },
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
    const server = await startDemoServer({
      dir,
      name,
      firstPort: Number(new URL(baseURL).port) + offset,
      environment: async (port) => {
        const settings = typeof environment === 'function' ? environment(port) : environment;
        return { REALTIME_PORT: String(await nextFreePort(port + 1)), ...settings };
      },
    });
    return new ServerCopy(dir, server);
  }

  get url(): string {
    return this.server.url;
  }

  /** Ends it cleanly, and deletes its data. */
  async stop(): Promise<void> {
    await this.server.stop();
    await deletePostgres({ dir: path.join(this.dir, 'postgres') });
    fs.rmSync(this.dir, { recursive: true, force: true });
  }
}
