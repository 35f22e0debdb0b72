import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { nextFreePort } from '../../scripts/common/ports.mjs';
import { deletePostgres } from '../../scripts/postgres/embedded-postgres.mjs';
import { holdPort } from './held-port';

const ROOT = path.resolve(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 120_000;
const FOREIGN = /^(DATABASE_|PUSHER_|REALTIME_|AUTH_|APP_|ROOT_DOMAIN|SMTP_|UPLOADTHING_|NEXT_PUBLIC_|NODE_ENV)/;

/** A whole demo of a test's own, beside the one that the other tests share: for what would disturb them. */
export class ServerCopy {
  readonly dir: string;
  readonly url: string;
  readonly #port: number;
  readonly #realtimePort: number;
  readonly #environment: Record<string, string>;
  #child: ChildProcess | undefined;

  private constructor(dir: string, port: number, realtimePort: number, environment: Record<string, string>) {
    this.dir = dir;
    this.url = `http://localhost:${port}`;
    this.#port = port;
    this.#realtimePort = realtimePort;
    this.#environment = environment;
  }

  /** A copy with fresh data, running. `offset`: how far from the shared server's port its own are; `environment` may name it. */
  static async start(
    name: string,
    baseURL: string,
    offset: number,
    environment: Record<string, string> | ((port: number) => Record<string, string>) = {},
  ): Promise<ServerCopy> {
    const beside = process.env.E2E_DATA_DIR ?? path.join(os.tmpdir(), 'guildhall-e2e');
    const dir = `${beside}-${name}`;
    await deletePostgres({ dir: path.join(dir, 'postgres') });
    fs.rmSync(dir, { recursive: true, force: true });
    fs.mkdirSync(dir, { recursive: true });
    const port = await nextFreePort(Number(new URL(baseURL).port) + offset);
    const settings = typeof environment === 'function' ? environment(port) : environment;
    const copy = new ServerCopy(dir, port, await nextFreePort(port + 1), settings);
    await copy.run();
    return copy;
  }

  /** Starts it, with whatever data there is, and waits until it is ready. */
  async run(): Promise<void> {
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      DATA_DIR: this.dir,
      PORT: String(this.#port),
      REALTIME_PORT: String(this.#realtimePort),
    };
    for (const name of Object.keys(env)) if (FOREIGN.test(name) && name !== 'REALTIME_PORT') delete env[name];
    Object.assign(env, { DATABASE_PATIENCE: '20' }, this.#environment);
    const child = spawn(process.execPath, ['scripts/demo.mjs'], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    let output = '';
    await new Promise<void>((resolve, reject) => {
      const fail = (why: string) => {
        // One that did not get ready would go on beside all that follows.
        child.kill('SIGINT');
        reject(new Error(`The copy of the server ${why}:\n${output.slice(-4_000)}`));
      };
      const timer = setTimeout(() => fail('did not get ready'), START_TIMEOUT_MS);
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (part: string) => {
          output += part;
          if (!/^ready /m.test(output)) return;
          clearTimeout(timer);
          resolve();
        });
      child.once('exit', (code) => {
        clearTimeout(timer);
        fail(`ended with ${code}`);
      });
    });
  }

  /**
   * Ends the realtime server and keeps its port taken, so that it cannot come back.
   * @returns gives the port free again; the server then comes back by itself
   */
  stopRealtime(): Promise<() => Promise<void>> {
    return holdPort(this.#realtimePort, () => this.#endRealtime());
  }

  /** Ends it cleanly, and deletes its data. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
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
