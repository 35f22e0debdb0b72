/** Processes that answer on one port: this one holds it and deals out connections in turn (Node's `cluster`). */
import cluster from 'node:cluster';
import { subscribe } from 'node:diagnostics_channel';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { root } from '../bootstrap.mjs';

/** How long connections may take that were accepted before the end: a process takes them when it is free for a moment. */
const DEALT_MS = 5_000;
/** One connection is accepted in each turn of the loop. */
const TURNS = 100;

/** What listens in this process. @type {Set<{ close: () => void }>} */
const listening = new Set();
/** Connections under way to a process, by the number of the message. @type {Set<Map<number, { close: () => void }>>} */
const dealt = new Set();

subscribe('tracing:net.server.listen:asyncStart', (message) => {
  const { server } = /** @type {{ server: import('node:net').Server & { _handle: { close: () => void } } }} */ (
    message
  );
  server.prependOnceListener('listening', () => listening.add(server._handle));
});

/**
 * Starts a program that shares the port it listens on.
 * @param {string[]} nodeArgs
 * @param {string[]} program file and arguments
 * @param {NodeJS.ProcessEnv} env
 * @param {string | number} output where its output goes
 */
export function forkSharing(nodeArgs, [exec, ...args], env, output) {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const stdio = /** @type {import('node:child_process').StdioOptions} */ (['ignore', output, output, 'ipc']);
  cluster.setupPrimary({ exec, args, execArgv: nodeArgs, cwd: root, stdio });
  const child = cluster.fork(env).process;
  /** @type {Map<number, { close: () => void }>} */
  const underWay = new Map();
  dealt.add(underWay);
  const { send } = child;
  child.send = (/** @type {any[]} */ ...sent) => {
    const [{ act, seq }, connection] = sent;
    if (act === 'newconn') underWay.set(seq, connection);
    return Reflect.apply(send, child, sent);
  };
  child.on('internalMessage', (/** @type {{ ack?: number }} */ { ack }) => ack !== undefined && underWay.delete(ack));
  // Node forgets those on their way to a process that dies, and their clients would wait for ever.
  child.once('exit', () => {
    for (const connection of underWay.values()) connection.close();
    dealt.delete(underWay);
  });
  return child;
}

/** Accepts nothing more; resolves when all that was accepted has reached a process. */
export async function closeShared() {
  if (!dealt.size) return;
  // The system resets what it holds for us at that moment: that is accepted before.
  for (let turn = 0; turn < TURNS; turn++) await nextTurn();
  for (const handle of listening) handle.close();
  const waits = () => [...dealt].some((underWay) => underWay.size);
  for (const until = Date.now() + DEALT_MS; waits() && Date.now() < until; ) await sleep(10);
}
