/** Runs `work` of one module beside the event loop, a piece at a time; started by worker-thread.ts. */
import { register as addHooks } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

// The mark of server code has no meaning outside of a bundle.
const HOOKS = `export const resolve = (name, context, next) =>
  name === 'server-only' ? { url: 'data:text/javascript,', shortCircuit: true } : next(name, context);`;

// Node ends a thread that only waits for an import.
const loading = setInterval(() => {}, 1_000);
register();
addHooks(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
const { work } = await import(new URL(`../../${workerData.module}`, import.meta.url).href);

parentPort?.on('message', async (input) => {
  try {
    parentPort?.postMessage({ output: await work(input) });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    parentPort?.postMessage({ error: { name, message } });
  }
});
clearInterval(loading);
parentPort?.postMessage({ ready: true });
