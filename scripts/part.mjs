/**
 * Loaded before each program that a start command runs (`node --import`): its output can harm nothing, and it ends in order
 * when the start command is gone, as FOLLOW_PARENT asks.
 */
import { guardOutput } from '../lib/output.mjs';
import { followParent } from './follow.mjs';

/** A little more than an end in order may take. */
const LATEST_MS = 10_500;

guardOutput();
const parent = Number(process.env.FOLLOW_PARENT);
// For this process alone: what it starts has another parent.
delete process.env.FOLLOW_PARENT;
if (parent)
  followParent(() => {
    setTimeout(() => process.exit(1), LATEST_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  }, parent);
