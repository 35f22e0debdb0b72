/**
 * The realtime server as a process of its own, for an installation without an account at a provider.
 * Reads REALTIME_PORT, PUSHER_APP_ID, PUSHER_KEY, PUSHER_SECRET and HOSTNAME (localhost). Ends with SIGTERM or SIGINT,
 * and with REALTIME_FOLLOW_PARENT=1 also when the process that started it is gone.
 */
import { hostname } from 'node:os';
import { createProtocolServer } from '../lib/realtime/protocol-server';

const FOLLOW_INTERVAL_MS = 2_000;

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

// Containers set HOSTNAME to the machine's own name, which is nobody's wish to listen there.
const host = process.env.HOSTNAME && process.env.HOSTNAME !== hostname() ? process.env.HOSTNAME : 'localhost';

const server = createProtocolServer({
  apps: [{ id: required('PUSHER_APP_ID'), key: required('PUSHER_KEY'), secret: required('PUSHER_SECRET') }],
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
// Whoever read our output may be gone before us; that is no reason to fall over.
process.stdout.on('error', () => {});

try {
  const bound = await server.listen(port, host);
  console.log(`realtime listening on ${bound}`);
} catch (error) {
  console.error(`realtime: cannot listen on ${port}: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}

// A parent that was killed cannot tell us to stop; without it we would hold the port for ever. Children of a process
// that ends pass to process 1, or to a nearer reaper, so what counts is that the parent is another one than at the start.
if (process.env.REALTIME_FOLLOW_PARENT === '1') {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent || process.ppid === 1) void stop();
  }, FOLLOW_INTERVAL_MS).unref();
}
