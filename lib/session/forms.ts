import 'server-only';
import { unstable_rethrow } from 'next/navigation';
import type { FormState } from '@/lib/session/schema';
import { reported } from '@/lib/session/transport';
import { cut } from '@/lib/text';

/** Never for passwords: the values go back to the page after a failure. */
export const textOf = (form: FormData, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, cut(String(form.get(name) ?? ''), 500)]));

export function formFailure(error: unknown, values: Record<string, string>): FormState {
  unstable_rethrow(error);
  const failure = reported(error, 'form');
  const errors = Object.fromEntries(
    Object.entries(failure.errors ?? {}).flatMap(([field, [message]]) => (message ? [[field, message]] : [])),
  );
  const several = Object.keys(errors).length;
  const message = failure.message.replace(/^Unauthorized! /, '');
  return { error: several ? 'Please correct this first:' : message, errors, values };
}
