import { useEffect, useState } from 'react';
import { cut } from '@/lib/text';

/** `logged`: the reference is in the server's log · `failed`: the browser's report did not arrive. */
type Report = { reference: string; state: 'logged' | 'sending' | 'failed' };

/** One reference and one report per error, however often it is drawn. */
const references = new WeakMap<object, string>();
const reports = new Map<string, Promise<boolean>>();

/** Reference of a shown error: the server's digest, or a new one that is reported with it. */
export function useErrorReport(error: unknown): Report {
  const digest = digestOf(error);
  const [reference] = useState(() => digest ?? referenceOf(error));
  const [state, setState] = useState<Report['state']>(digest ? 'logged' : 'sending');
  useEffect(() => {
    if (digest) return;
    const report = reports.get(reference) ?? send(reference, error);
    reports.set(reference, report);
    let shown = true;
    void report.then((arrived) => shown && setState(arrived ? 'logged' : 'failed'));
    return () => {
      shown = false;
    };
  }, [digest, reference, error]);
  return { reference, state };
}

function digestOf(error: unknown): string | undefined {
  return typeof error === 'object' && error && 'digest' in error && error.digest ? String(error.digest) : undefined;
}

function referenceOf(error: unknown): string {
  const known = typeof error === 'object' && error ? references.get(error) : undefined;
  const reference =
    known ??
    Array.from(crypto.getRandomValues(new Uint8Array(5)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (typeof error === 'object' && error) references.set(error, reference);
  return reference;
}

async function send(reference: string, error: unknown): Promise<boolean> {
  const { name, message, stack } = error instanceof Error ? error : { name: '', message: String(error), stack: '' };
  try {
    const answer = await fetch('/api/error-report', {
      method: 'POST',
      credentials: 'same-origin',
      keepalive: true,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        reference,
        name: cut(name, 100),
        message: cut(message, 1_000),
        page: window.location.pathname,
        stack: cut(stack ?? '', 6_000),
      }),
    });
    return answer.ok;
  } catch {
    return false;
  }
}
