import type { Instrumentation } from 'next';

/** Runs once when a server process starts, before the first request. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { keepHeapSmall } = await import('@/lib/http/server-heap');
  keepHeapSmall();
  const { guardOutput } = await import('@/lib/output.mjs');
  const { lostLines } = await import('@/lib/log');
  guardOutput(lostLines);
  const { prepareRequests } = await import('@/lib/http/incoming-request');
  prepareRequests({ slow: process.env.NODE_ENV !== 'production' });
  const { startSchedules } = await import('@/lib/operations/schedule');
  startSchedules();
  // To whoever started this process beside others on one port.
  process.send?.('ready');
}

/** An error of a page or an action on the server, under the reference that its error page shows. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { log } = await import('@/lib/log');
  const reference = error instanceof Error && 'digest' in error ? String(error.digest) : undefined;
  log('error', 'page', { reference, page: request.path.replace(/\?.*$/s, ''), route: context.routePath, error });
};
