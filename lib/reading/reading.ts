import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type pg from 'pg';

type Send = (config: pg.QueryConfig) => Promise<pg.QueryResult>;
type Door = { orgKey: string | null; allowedDuring: readonly ('password' | 'second_factor')[] };

const digestOf = (rows: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)))
    .digest('base64');

/**
 * What a page reads: its statements and a digest of their answers, by passages through its door. Each statement follows
 * from the answers before it, so a repetition with the same answers would render the same page.
 */
export class Reading {
  readonly passages: pg.QueryConfig[][] = [];
  door: Door | undefined;
  /** In whose time zone "today" is written. Without one the page is not kept. */
  reader: { locale: string; timeZone: string } | undefined;
  /** The moment that the page says it was read at, in ms. */
  loadedAt: number | undefined;
  private readonly digests: string[] = [];
  private spoiled = false;
  private send: Send | undefined;

  /** The page did something that a repetition would not repeat. */
  spoil(): void {
    this.spoiled = true;
  }

  through(door: Door): void {
    if (this.door && JSON.stringify(this.door) !== JSON.stringify(door)) this.spoil();
    this.door = door;
  }

  /** A transaction has begun; `framed`: through a page's door. */
  enters(framed: boolean, seat: unknown, send: Send): void {
    if (!framed) this.spoil();
    this.send = send;
    this.passages.push([]);
    this.digests.push(digestOf(seat));
  }

  asks(config: pg.QueryConfig): Promise<pg.QueryResult> {
    if (/\bset_config\b/.test(config.text)) this.spoil();
    this.passages.at(-1)?.push(config);
    const at = this.digests.push('') - 1;
    const answer = (this.send as Send)(config);
    answer.then(
      ({ rows }) => {
        this.digests[at] = digestOf(rows);
      },
      () => this.spoil(),
    );
    return answer;
  }

  /** Inside the door: the same statements in one message, of which none can write. */
  async repeat(statements: readonly pg.QueryConfig[]): Promise<void> {
    const first = (this.send as Send)({ text: 'set local transaction_read_only = on' });
    await Promise.all([first, ...statements.map((config) => this.asks(config))]);
  }

  /** Null after anything but reading through one door. */
  get digest(): string | null {
    return this.spoiled || !this.door || this.digests.includes('') ? null : this.digests.join();
  }
}

// On globalThis: server and pages are bundled apart, and components/ui/ago.tsx knows it by this name.
const held = globalThis as { guildhallReading?: AsyncLocalStorage<Reading> };
const readings = () => (held.guildhallReading ??= new AsyncLocalStorage());

export const whileReading = <T>(reading: Reading, work: () => T): T => readings().run(reading, work);

export const currentReading = (): Reading | undefined => held.guildhallReading?.getStore();

/**
 * Called by a page that shows nothing but what its URL, its cookies and its reads say, and today's date: it may be
 * answered with a copy (lib/session/kept-pages.ts).
 */
export function mayBeKept(reader: { locale: string; timeZone: string }): void {
  const reading = currentReading();
  if (reading) reading.reader = { locale: reader.locale, timeZone: reader.timeZone };
}

/** Now, in ms. A copy says the moment at which it was found to be true. */
export function loadedNow(): number {
  const reading = currentReading();
  const now = Date.now();
  if (reading?.loadedAt !== undefined) reading.spoil();
  if (reading) reading.loadedAt = now;
  return now;
}
