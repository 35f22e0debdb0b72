import type { Instrumentation } from 'next';

/** Runs once when a server process starts, before the first request. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { refuseToStart, startComplaints } = await import('@/lib/start-up');
  refuseToStart(startComplaints(process.env));
  const { startSchedules } = await import('@/lib/operations/schedule');
  const { env } = await import('@/lib/env');
  if (env.hasTimers) startSchedules();
}

/** An error of a page or an action on the server, under the reference that its error page shows. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { log } = await import('@/lib/log');
  const reference = error instanceof Error && 'digest' in error ? String(error.digest) : undefined;
  log('error', 'page', { reference, page: request.path.replace(/\?.*$/s, ''), route: context.routePath, error });
};
