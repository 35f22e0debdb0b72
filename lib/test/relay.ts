import net from 'node:net';

/**
 * A stretch of network between the application and PostgreSQL that can lose packets: nothing arrives any more, in either
 * direction, and nobody is told. Connections that were there then stay lost, as they are behind a firewall that forgot them.
 */
export type Relay = {
  /** The address of the database, through the relay. */
  url: string;
  /** From now on nothing passes, on connections that are there and on new ones. */
  swallow(): void;
  /** Resets all connections, and refuses new ones. */
  cut(): void;
  /** New connections pass again; those that were there while it swallowed stay lost. */
  pass(): void;
  /** What holds this text still reaches the server; from then on nothing comes back on that connection. */
  swallowAnswerTo(text: string): void;
  /** How many connections the application holds, lost ones too. */
  held(): number;
  close(): Promise<void>;
};

/** A relay to the database of `url`, on a port of its own. */
export async function relayTo(url: string): Promise<Relay> {
  const target = new URL(url);
  let swallows = false;
  let refuses = false;
  let fatal: Buffer | undefined;
  const lost = new WeakSet<net.Socket>();
  const pairs = new Map<net.Socket, net.Socket>();

  const server = net.createServer((client) => {
    client.on('error', () => {});
    if (refuses) return void client.resetAndDestroy();
    if (swallows) lost.add(client);
    const upstream = net.connect(Number(target.port || 5432), target.hostname);
    upstream.on('error', () => client.destroy());
    pairs.set(client, upstream);
    client.on('data', (bytes) => {
      if (lost.has(client)) return;
      upstream.write(bytes);
      if (fatal && bytes.includes(fatal)) {
        fatal = undefined;
        lost.add(client);
      }
    });
    upstream.on('data', (bytes) => {
      if (!lost.has(client)) client.write(bytes);
    });
    client.on('close', () => {
      pairs.delete(client);
      // Whoever lost the connection does not hear of its end either.
      if (!lost.has(client)) upstream.destroy();
    });
    upstream.on('close', () => {
      if (!lost.has(client)) client.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const here = new URL(url);
  here.hostname = '127.0.0.1';
  here.port = String((server.address() as net.AddressInfo).port);

  return {
    url: here.href,
    swallow() {
      swallows = true;
      for (const client of pairs.keys()) lost.add(client);
    },
    cut() {
      refuses = true;
      for (const sockets of pairs) for (const socket of sockets) socket.resetAndDestroy();
    },
    pass() {
      swallows = false;
      refuses = false;
    },
    swallowAnswerTo(text) {
      fatal = Buffer.from(text);
    },
    held: () => pairs.size,
    async close() {
      for (const [client, upstream] of pairs) {
        client.destroy();
        upstream.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
