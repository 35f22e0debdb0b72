/** Reads REALTIME_PORT, PUSHER_APP_ID, PUSHER_KEY, PUSHER_SECRET and HOSTNAME (localhost). */
import { hostname } from 'node:os';
import { createProtocolServer } from '../../lib/realtime/protocol-server';

// Output that cannot be written costs its lines and nothing else.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

function required(name: string): string {
  const value = process.env[name];
  if (value) return value;
  console.error(`realtime: ${name} is not set`);
  process.exit(1);
}

const port = Number(required('REALTIME_PORT'));
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error('realtime: REALTIME_PORT must be a number from 0 to 65535');
  process.exit(1);
}

// Containers set HOSTNAME to the machine's name: nobody chose that as an address.
const host = process.env.HOSTNAME && process.env.HOSTNAME !== hostname() ? process.env.HOSTNAME : 'localhost';

const server = createProtocolServer({
  app: { id: required('PUSHER_APP_ID'), key: required('PUSHER_KEY'), secret: required('PUSHER_SECRET') },
});

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await server.close();
  process.exit(0);
}

process.on('SIGTERM', stop);
process.on('SIGINT', stop);

/** Whoever started this process ends it when it hangs, and starts another one. */
const tell = (what: 'ready' | 'beat') => process.send?.(what, undefined, undefined, () => {});
setInterval(() => tell('beat'), 1_000).unref();

try {
  const bound = await server.listen(port, host);
  console.log(`realtime listening on ${bound}`);
  tell('ready');
} catch (error) {
  console.error(`realtime: cannot listen on ${port}: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
