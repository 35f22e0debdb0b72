const TEXT = 'The quick brown fox jumps over the lazy dog. ';
const STEPS = 4_000_000;

/** A piece of plain work that is always the same. */
function plainWork(): number {
  let sum = 0;
  for (let at = 0; at < STEPS; at++) sum = (sum * 31 + TEXT.charCodeAt(at % TEXT.length)) | 0;
  return sum;
}

async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/**
 * How much processor time `work` takes, as a multiple of a piece of plain work done just before and after it (5 to 20 ms):
 * neither how fast the machine is nor what else it does counts.
 */
export async function effortOf(work: () => unknown): Promise<number> {
  const before = await processorTime(plainWork);
  const spent = await processorTime(work);
  return spent / Math.max(before, await processorTime(plainWork));
}
