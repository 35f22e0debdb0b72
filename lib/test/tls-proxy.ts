import { once } from 'node:events';
import { request as ask, type IncomingMessage } from 'node:http';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';

/** For localhost, signed by itself, known to everybody: for tests alone. */
const CERTIFICATE = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg/hsraQJovpVn5LS0
txnkTCt5dPrdZl/eaKqJ2Du5Wc+hRANCAATD7gKte6k3m7YoGBuDQMAY1gf7WZO6
aqmQYLxZkif00bBmRp1ztVI99RouCJE50RF/1LZvXRPHheGeEjcwgoOM
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUc6fqyngfmsMqYXL01PvBQAqXDS0wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjA3MTAyMFoYDzIxMjYxMDI5
MDcxMDIwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATD7gKte6k3m7YoGBuDQMAY1gf7WZO6aqmQYLxZkif00bBmRp1ztVI9
9RouCJE50RF/1LZvXRPHheGeEjcwgoOMo28wbTAdBgNVHQ4EFgQUFL4vFq0S41yl
N3VZ2cKlLRwJE5EwHwYDVR0jBBgwFoAUFL4vFq0S41ylN3VZ2cKlLRwJE5EwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAKgRMnk/DcWIxcb5scpbIX8LQfj+xHBhZJr2Ei6zqPgoAiAP
jU2AsA+1E4CcJfNLBiMG8ITWHQ4T3WnEGNEzU8rQng==
-----END CERTIFICATE-----`,
};

/** A reverse proxy with TLS as people put it in front: `/realtime/` goes to the realtime server, the rest to the application. */
export class TlsProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Duplex>();

  private constructor(private readonly target: (path: string) => number) {
    this.#server = createServer(CERTIFICATE, (request, response) => {
      const { method, url: path = '/' } = request;
      const forwarded = ask(
        { host: 'localhost', port: this.target(path), path, method, headers: told(request) },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      forwarded.on('error', () => response.destroy());
      request.pipe(forwarded);
    });
    this.#server.on('upgrade', (request: IncomingMessage, near: Duplex, head: Buffer) => {
      const far = connect(this.target(request.url ?? '/'), 'localhost');
      const lines = Object.entries(told(request)).map(([name, value]) => `${name}: ${value}`);
      far.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      far.write(head);
      near.pipe(far).pipe(near);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => {
          near.destroy();
          far.destroy();
        });
      }
    });
  }

  /** Starts one on a free port. */
  static async start(ports: { application: number; realtime: number }): Promise<TlsProxy> {
    const proxy = new TlsProxy((path) => (path.startsWith('/realtime/') ? ports.realtime : ports.application));
    proxy.#server.listen(0, 'localhost');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  /** Its address, without a slash at the end. */
  get url(): string {
    return `https://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  end(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

function told({ headers }: IncomingMessage): Record<string, string> {
  const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return { ...plain, 'x-forwarded-proto': 'https', 'x-forwarded-host': String(headers.host) };
}
