/** Runs once when a server process starts, before the first request. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { prepareRequests } = await import('@/lib/incoming-request');
  prepareRequests();
  const { startWorker } = await import('@/lib/worker');
  startWorker();
}
