import { randomUUID } from 'node:crypto';
import type { Program } from '../../support/program';
import { pause } from './fault';

/** What a writer's message took until its answer, and when it was sent. */
type Said = { writer: number; since: number; took: number };

const GIVE_UP_MS = 20_000;
const PAUSE_MS = 800;

/** People's programs that go on writing to one room; each repeats what was not acknowledged under the same `client_id`. */
export class Talkers {
  readonly said: Said[] = [];
  /** Ids of acknowledged messages, by what they say. */
  readonly acknowledged = new Map<string, string>();
  /** How often which status was answered; 0 is no answer. */
  readonly told = new Map<number, number>();
  readonly #work: Promise<unknown>;
  #stopped = false;

  constructor(
    programs: readonly Program[],
    private readonly room: string,
    count: number,
  ) {
    this.#work = Promise.all(
      Array.from({ length: count }, (_, writer) => this.#write(programs[writer % programs.length] as Program, writer)),
    );
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#work;
  }

  /** The median wait of each writer for messages sent in these spans of `performance.now()`; of who sent some. */
  medians(...spans: readonly (readonly [from: number, to: number])[]): Map<number, number> {
    const waits = new Map<number, number[]>();
    for (const { writer, since, took } of this.said)
      if (spans.some(([from, to]) => since >= from && since + took <= to))
        waits.set(writer, [...(waits.get(writer) ?? []), took]);
    return new Map([...waits].map(([writer, all]) => [writer, medianOf(all)]));
  }

  async #write(program: Program, writer: number): Promise<void> {
    for (let at = 0; !this.#stopped; at++) {
      const body = `Writer ${writer}, message ${at}`;
      await this.#insist(program, writer, { room_id: this.room, body, client_id: randomUUID() });
      await pause(PAUSE_MS * (0.5 + Math.random()));
    }
  }

  /** Until it is acknowledged: a message that may have been taken is never given up. */
  async #insist(program: Program, writer: number, message: { body: string; client_id: string; room_id: string }) {
    for (;;) {
      const since = performance.now();
      let status = 0;
      try {
        const answer = await program.send('POST', 'message', message, {
          headers: { 'idempotency-key': message.client_id },
          signal: AbortSignal.timeout(GIVE_UP_MS),
        });
        const { data } = (await answer.json()) as { data: { _id: string } };
        status = answer.status;
        if (answer.ok) this.acknowledged.set(message.body, data._id);
      } catch {
        // No complete answer: it stays 0.
      }
      this.told.set(status, (this.told.get(status) ?? 0) + 1);
      if (status === 201) this.said.push({ writer, since, took: performance.now() - since });
      if (status === 200 || status === 201) return;
      await pause(500 * Math.random());
    }
  }
}

export const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
