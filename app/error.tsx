'use client';

import { LazyErrorScreen } from '@/components/error/lazy-error-screen';

/** Errors that no nearer boundary has caught. */
export default function ErrorPage(props: { error: unknown; retry: () => void }) {
  return (
    <main id="main" tabIndex={-1} className="w-full px-5 py-6">
      <LazyErrorScreen {...props} />
    </main>
  );
}
