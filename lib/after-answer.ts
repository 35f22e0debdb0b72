import 'server-only';
import { after } from 'next/server';

/**
 * Work that goes on once its request is answered: a serverless host stops a process then, unless it is asked to wait. What
 * was asked for is done already, so nothing may fail here.
 */
export function afterAnswer(work: Promise<unknown>): void {
  work.catch(() => {});
  try {
    after(work);
  } catch {
    // Outside of a request nobody can be asked: a process that lives goes on by itself.
  }
}
