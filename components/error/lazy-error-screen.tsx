'use client';

import { type ComponentType, lazy, Suspense } from 'react';
import type { ErrorScreen } from './error-screen';
import { reloadWanted } from './reload-wanted';

type Props = Parameters<typeof ErrorScreen>[0];

/** Shown while the real one loads, or if it cannot be loaded. */
function PlainErrorScreen({ error }: Pick<Props, 'error'>) {
  const digest = typeof error === 'object' && error && 'digest' in error ? String(error.digest) : null;
  return (
    <div role="alert" className="mx-auto max-w-[52ch] py-10">
      <h1 className="text-xl font-title">Something went wrong</h1>
      <p className="mt-2 text-read text-text-2">
        <button type="button" className="text-accent-text underline" onClick={reloadWanted}>
          Reload
        </button>
        {digest && ` · Reference ${digest}`}
      </p>
    </div>
  );
}

const Fetched = lazy<ComponentType<Props>>(() =>
  import('./error-screen').then(
    (module) => ({ default: module.ErrorScreen }),
    () => ({ default: PlainErrorScreen }),
  ),
);

/** Fetched only after an error, so that no page carries it. */
export const LazyErrorScreen = (props: Props) => (
  <Suspense fallback={<PlainErrorScreen error={props.error} />}>
    <Fetched {...props} />
  </Suspense>
);
