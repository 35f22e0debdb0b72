import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { type Relay, relayTo } from '../../../lib/test/relay';
import { nextFreePort } from '../../../scripts/common/ports.mjs';
import {
  deletePostgres,
  releasePostgres,
  runningPostgres,
  startPostgres,
} from '../../../scripts/postgres/embedded-postgres.mjs';
import type { Trial } from './fault';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const FOREIGN = /^(DATABASE_|PUSHER_|REALTIME_|AUTH_|APP_|ROOT_DOMAIN|SMTP_|UPLOADTHING_|NEXT_PUBLIC_|NODE_ENV|npm_)/;
const START_TIMEOUT_MS = 120_000;

export interface InstallationOptions {
  /** Which command runs it; `start` gets migrated demo data first. Demo unless told. */
  command?: 'demo' | 'start';
  /** As a person types it, with npm between; otherwise the script itself. */
  throughNpm?: boolean;
  /** A relay between application and database, whose failures the script decides. */
  relayed?: boolean;
  env?: Record<string, string>;
  /** Another one, on whose database this one runs too, as its second process. Both by `start`. */
  beside?: Installation;
  /** Where its output goes: read by this script (the default), or an open file's number. */
  output?: number;
}

/** The processes of an installation, by what they do. */
export type Part = 'command' | 'application' | 'realtime' | 'database';

/** A whole installation with fresh demo data and a folder, ports and processes of its own. */
export class Installation {
  /** The address of the application, without a slash at the end. */
  readonly url: string;
  /** Its DATA_DIR. */
  readonly dir: string;
  /** The network between application and database, when asked for. */
  relay: Relay | undefined;
  /** The command's process. */
  child!: ChildProcess;
  #text = '';
  #databaseUrl: string | undefined;

  private constructor(
    dir: string,
    private readonly port: number,
    private readonly options: InstallationOptions,
  ) {
    this.dir = dir;
    this.url = `http://localhost:${port}`;
  }

  /** Starts one and waits until it is ready; it is ended and deleted at the end of the trial. */
  static async start(trial: Trial, options: InstallationOptions = {}): Promise<Installation> {
    const dir = path.join(trial.dir, options.beside ? 'beside' : 'data');
    const installation = new Installation(dir, await nextFreePort(trial.firstPort), options);
    trial.atEnd(() => installation.remove());
    fs.mkdirSync(dir, { recursive: true });
    if (options.beside) installation.#databaseUrl = options.beside.#databaseUrl;
    else if (options.relayed || options.command === 'start') await installation.#prepareDatabase();
    await installation.run();
    return installation;
  }

  /** What the command has said so far. */
  get output(): string {
    return this.#text;
  }

  /** Runs the command with whatever data there is. @throws Error with its output unless it gets ready */
  async run(): Promise<void> {
    this.spawn();
    const ended = once(this.child, 'exit').then(([code, signal]) => {
      throw new Error(`The command ended with ${code ?? signal}:\n${this.#text.slice(-4_000)}`);
    });
    ended.catch(() => {});
    await Promise.race([ended, this.#ready()]);
  }

  /** Starts the command and waits for nothing. */
  spawn(): void {
    const { command = 'demo', throughNpm, output, env } = this.options;
    const [program = '', ...args] = throughNpm
      ? ['npm', 'run', command]
      : [process.execPath, path.join('scripts', `${command}.mjs`)];
    const sink = output ?? 'pipe';
    this.#text = '';
    this.child = spawn(program, args, {
      cwd: ROOT,
      env: { ...this.#environment(), ...env },
      stdio: ['ignore', sink, sink],
      // A group of its own: a signal to this script is not one to the command.
      detached: true,
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.setEncoding('utf8').on('data', (part: string) => {
        this.#text += part;
      });
  }

  /** Whether the application answers, database or not. */
  async answers(address = '/healthz'): Promise<boolean> {
    const answer = await fetch(this.url + address, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    return answer?.ok ?? false;
  }

  /** Numbers of the processes that do a part of the work now. */
  pids(part: Part): number[] {
    if (part === 'command') return this.child.pid === undefined ? [] : [this.child.pid];
    if (part === 'database') return this.#postmaster();
    const words = part === 'realtime' ? /realtime\.ts/ : /dist\/server\.js/;
    return this.#ours()
      .filter(({ command }) => words.test(command))
      .map(({ pid }) => pid);
  }

  /** Everything of this installation that still runs: `PID command`. */
  remaining(): string[] {
    const ours = this.#ours().map(({ pid, command }) => `${pid} ${command.slice(0, 80)}`);
    return [...ours, ...this.#postmaster().map((pid) => `${pid} postgres`)];
  }

  /** `kill -9` of a part. */
  kill(part: Part): void {
    for (const pid of this.pids(part)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    }
  }

  /** Looks into the database itself, past relay and application, as its owner. */
  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const url = this.#databaseUrl ?? (await runningPostgres({ dir: this.#postgres }))?.url;
    if (!url) throw new Error('The database does not run');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  get #postgres() {
    return path.join(this.dir, 'postgres');
  }

  #environment(): NodeJS.ProcessEnv {
    const env = { ...process.env };
    for (const name of Object.keys(env)) if (FOREIGN.test(name)) delete env[name];
    const url = this.#databaseUrl && new URL(this.#databaseUrl);
    if (url && this.relay) url.port = new URL(this.relay.url).port;
    return {
      ...env,
      DATA_DIR: this.dir,
      PORT: String(this.port),
      ...(url && { DATABASE_URL: url.href }),
      ...(this.options.command === 'start' && {
        APP_URL: this.url,
        AUTH_SECRET: 'kept-for-the-faults-of-this-machine-0a1b2c3d4e5f',
        HOSTNAME: 'localhost',
      }),
    };
  }

  async #prepareDatabase(): Promise<void> {
    const server = await startPostgres({ dir: this.#postgres });
    this.#databaseUrl = server.url;
    if (this.options.relayed) this.relay = await relayTo(server.url);
    if (this.options.command !== 'start') return;
    const env = { ...this.#environment(), DATABASE_URL: server.url, APP_MODE: 'demo' };
    for (const args of [['scripts/migrate.ts'], ['scripts/seed.ts', '--demo']])
      execFileSync(process.execPath, ['--import', 'tsx', ...args], { cwd: ROOT, env, stdio: 'pipe' });
  }

  async #ready(): Promise<void> {
    const isDemo = this.options.command !== 'start';
    const readsOutput = isDemo && this.options.output === undefined;
    for (const giveUp = Date.now() + START_TIMEOUT_MS; Date.now() < giveUp; ) {
      if ((!readsOutput || /^ready /m.test(this.#text)) && (await this.answers('/readyz'))) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`It did not get ready:\n${this.#text.slice(-4_000)}`);
  }

  #ours(): { pid: number; command: string }[] {
    // `e` adds the environment, which names the folder, also of what its parent has left behind.
    const list = execFileSync('ps', ['axeww', '-o', 'pid=,command='], { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
    const mark = `DATA_DIR=${this.dir}`;
    return list
      .split('\n')
      .filter((line) => line.includes(`${mark} `) || line.endsWith(mark))
      .map((line) => ({ pid: Number.parseInt(line, 10), command: line.trim().replace(/^\d+ /, '') }))
      .filter(({ pid, command }) => pid !== process.pid && !command.startsWith('ps '));
  }

  #postmaster(): number[] {
    const memo = path.join(this.#postgres, 'place');
    const place = fs.existsSync(memo) ? fs.readFileSync(memo, 'utf8').trim() : this.#postgres;
    try {
      const pid = Number.parseInt(fs.readFileSync(path.join(place, 'data/postmaster.pid'), 'utf8'), 10);
      process.kill(pid, 0);
      return [pid];
    } catch {
      return [];
    }
  }

  /** Ends it and deletes its data; at the end of the trial at the latest. */
  async remove(): Promise<void> {
    if (!fs.existsSync(this.dir)) return;
    const { child } = this;
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
      await ended;
      clearTimeout(late);
    }
    for (const part of ['application', 'realtime'] as const) this.kill(part);
    await this.relay?.close();
    await releasePostgres({ dir: this.#postgres });
    await deletePostgres({ dir: this.#postgres });
    fs.rmSync(this.dir, { recursive: true, force: true });
  }
}
