/** Loaded before each program of a start command (`node --import`): guards its output, and follows its parent's end. */
import { guardOutput } from '../../lib/output.mjs';
import { followParent } from './follow.mjs';

/** A little more than an orderly end may take. */
const LATEST_MS = 10_500;

guardOutput();
const parent = Number(process.env.FOLLOW_PARENT);
// Only for this process: its children have another parent.
delete process.env.FOLLOW_PARENT;
if (parent)
  followParent(() => {
    setTimeout(() => process.exit(1), LATEST_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  }, parent);
