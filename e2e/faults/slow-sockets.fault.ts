import net from 'node:net';
import { emailOf, PASSWORD } from '../support/accounts';
import { type Fault, pause } from './support/fault';
import { Installation } from './support/installation';

const OF_EACH = 20;
const WATCH_MS = 100_000;
const LATEST_MS = 60_000;
/** Timers look every few seconds. */
const SLACK_MS = 6_000;

interface Kind {
  first: string;
  /** What is sent each second. */
  drip?: string;
}

const POST = 'POST /api/Task HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const KINDS: Record<string, Kind> = {
  'sends nothing': { first: '' },
  'headers that never finish': { first: 'GET / HTTP/1.1\r\nHost: localhost\r\n', drip: 'X-A: b\r\n' },
  'headers, byte by byte': { first: 'G', drip: 'x' },
  'a body that stops': { first: `${POST}Content-Length: 100\r\n\r\n{` },
  'asks for another protocol': {
    first: 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  },
  'idle after an answer': { first: 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n' },
};

/** When a connection ended, in milliseconds; null when it was still open at the end of the watch. */
function hold(port: number, { first, drip }: Kind): Promise<number | null> {
  return new Promise((resolve) => {
    const since = performance.now();
    const socket = net.connect(port, 'localhost');
    const timer = setInterval(() => drip && socket.write(drip), 1_000);
    const late = setTimeout(() => socket.destroy(new Error('late')), WATCH_MS);
    let open = true;
    socket.on('error', (error) => {
      open = error.message === 'late';
    });
    socket.on('close', () => {
      clearInterval(timer);
      clearTimeout(late);
      resolve(performance.now() - since > WATCH_MS - 100 && open ? null : Math.round(performance.now() - since));
    });
    socket.resume();
    if (first) socket.write(first);
  });
}

/** A form of 2 MB at 25 kB/s: an honest upload through a thin line. @returns the status line */
async function upload(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/signinwithorgs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: emailOf('admin', 'acme'), password: PASSWORD, sub_domain: 'acme' }),
  });
  const { data } = (await answer.json()) as { data: { token: string } };
  const port = Number(new URL(url).port);
  const socket = net.connect(port, 'localhost').setEncoding('utf8');
  let heard = '';
  socket.on('data', (part) => {
    heard += part;
  });
  socket.on('error', (error) => {
    heard ||= error.message;
  });
  const length = 2_000_000;
  const head = [
    'POST /api/sendInviteFromCSV HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${data.token.replace(/^Bearer /, '')}`,
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  for (let sent = 0; sent < length && !socket.destroyed; sent += 25_000) {
    socket.write('x'.repeat(Math.min(25_000, length - sent)));
    await pause(1_000);
  }
  await pause(1_000);
  socket.destroy();
  return heard.split('\r\n')[0] ?? '';
}

export const fault: Fault = {
  promise: 'nobody holds a connection for more than a minute by sending nothing; honest uploads are served',
  async run(trial) {
    const installation = await Installation.start(trial);
    const port = Number(new URL(installation.url).port);
    const honest = upload(installation.url);
    const ports = { application: port, realtime: port + 100 };
    const held: Promise<void>[] = [];
    for (const [part, at] of Object.entries(ports))
      for (const [name, kind] of Object.entries(KINDS)) {
        const all = Promise.all(Array.from({ length: OF_EACH }, () => hold(at, kind)));
        held.push(
          all.then((ends) => {
            const open = ends.filter((end) => end === null).length;
            const last = Math.max(...ends.map((end) => end ?? WATCH_MS));
            trial.figure(`${part}, ${name}: the last of ${OF_EACH} ended after, s`, (last / 1_000).toFixed(1));
            trial.check(`${part}, ${name}: all ended`, open === 0 && last <= LATEST_MS + SLACK_MS, { open, last });
          }),
        );
      }
    await pause(5_000);
    trial.check('others are served meanwhile', await installation.answers());
    await Promise.all(held);
    const status = await honest;
    trial.figure('upload of 2 MB in 80 s', status);
    trial.check('an honest upload is answered for what it is', /^HTTP\/1\.1 4(00|22)/.test(status), status);
  },
};
