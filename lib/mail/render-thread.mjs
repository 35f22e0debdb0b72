/** Renders emails beside the event loop; started by render-beside.ts, in a thread that knows TypeScript. */
import { register as addHooks } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

// The mark of server code has no meaning outside of a bundle.
const HOOKS = `export const resolve = (name, context, next) =>
  name === 'server-only' ? { url: 'data:text/javascript,', shortCircuit: true } : next(name, context);`;

// Node ends a thread that only waits for an import.
const loading = setInterval(() => {}, 1_000);
register();
addHooks(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
const { renderMail } = await import('./render.ts');
const { formatsFor } = await import('../formats.ts');

parentPort?.on('message', async ({ number, mail, brand, reader }) => {
  try {
    parentPort?.postMessage({ number, mail: await renderMail(mail, brand, formatsFor(reader)) });
  } catch (error) {
    parentPort?.postMessage({ number, failure: error instanceof Error ? error.message : String(error) });
  }
});
clearInterval(loading);
parentPort?.postMessage({ ready: true });
