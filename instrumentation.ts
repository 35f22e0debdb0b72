/** Runs once when a server process starts, before the first request. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { keepClientAddress } = await import('@/lib/client-address');
  keepClientAddress();
  const { startWorker } = await import('@/lib/worker');
  startWorker();
}
