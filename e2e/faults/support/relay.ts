import { once } from 'node:events';
import net from 'node:net';

/** A network between two programs that can be made to fail: it relays TCP connections to `127.0.0.1:port`. */
export class Relay {
  readonly #server: net.Server;
  readonly #pairs = new Set<[net.Socket, net.Socket]>();
  #swallows = false;
  #refuses = false;

  private constructor(port: number) {
    this.#server = net.createServer((near) => {
      if (this.#refuses) {
        near.resetAndDestroy();
        return;
      }
      const far = net.connect(port, '127.0.0.1');
      const pair: [net.Socket, net.Socket] = [near, far];
      this.#pairs.add(pair);
      for (const [from, to] of [pair, [far, near]] as const) {
        from.on('data', (bytes) => {
          if (!this.#swallows) to.write(bytes);
        });
        from.on('end', () => this.#swallows || to.end());
        from.on('error', () => {});
        from.on('close', () => {
          // While packets are swallowed neither side hears that the other has gone.
          if (!this.#swallows) to.destroy();
          if (near.destroyed && far.destroyed) this.#pairs.delete(pair);
        });
      }
    });
  }

  static async to(port: number): Promise<Relay> {
    const relay = new Relay(port);
    relay.#server.listen(0, '127.0.0.1');
    await once(relay.#server, 'listening');
    return relay;
  }

  get port(): number {
    return (this.#server.address() as net.AddressInfo).port;
  }

  /** From now on nothing arrives any more, and nobody is told; new connections are accepted and hear nothing. */
  swallow(): void {
    this.#swallows = true;
  }

  /** Resets all connections, and refuses new ones until `heal`. */
  cut(): void {
    this.#refuses = true;
    for (const pair of this.#pairs) for (const socket of pair) socket.resetAndDestroy();
  }

  /** New connections work again. What was open while packets were swallowed stays lost, as behind a firewall. */
  heal(): void {
    this.#refuses = false;
    if (!this.#swallows) return;
    for (const [near, far] of this.#pairs) {
      near.removeAllListeners('data').on('data', () => {});
      far.removeAllListeners('data').on('data', () => {});
    }
    this.#swallows = false;
  }

  close(): void {
    this.#server.close();
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }
}
