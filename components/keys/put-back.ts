import { ApiError } from '@/components/query/api-client';

/**
 * Sends an undo upon the version that the change made, or a newer one that still says the same: later changes were undone
 * before this one. Throws the conflict where somebody made something else of it.
 */
export async function putBack<R extends { version: number }>(
  made: R,
  send: (version: number) => Promise<unknown>,
  isSame: (now: R) => boolean,
  version = made.version,
): Promise<void> {
  try {
    await send(version);
  } catch (error) {
    const now = error instanceof ApiError && error.code === 'conflict' ? (error.current as R | undefined) : undefined;
    if (!now || now.version <= version || !isSame(now)) throw error;
    await putBack(made, send, isSame, now.version);
  }
}
