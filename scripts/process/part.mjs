/** Loaded before each program of a start command (`node --import`): guards its output, and follows its parent's end. */
import cluster from 'node:cluster';
import { guardOutput } from '../../lib/output.mjs';
import { followParent } from './follow.mjs';

/** A little more than an orderly end may take. */
const LATEST_MS = 10_500;

guardOutput();
if (cluster.worker) {
  const { worker } = cluster;
  // Node would end at once with whoever holds the port, and cut what runs.
  worker.on('disconnect', () => {
    worker.exitedAfterDisconnect = true;
  });
  // A terminal that closes tells its whole group; what to do is for the command to decide.
  process.on('SIGHUP', () => {});
}
const parent = Number(process.env.FOLLOW_PARENT);
// Only for this process: its children have another parent.
delete process.env.FOLLOW_PARENT;
if (parent)
  followParent(() => {
    setTimeout(() => process.exit(1), LATEST_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  }, parent);
