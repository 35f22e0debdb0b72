'use client';

import { LazyErrorScreen } from '@/components/error/lazy-error-screen';

/** An error that no page nearer to it has caught. */
export default function ErrorPage(props: { error: unknown; retry: () => void }) {
  return (
    <main id="main" tabIndex={-1} className="w-full px-5 py-6">
      <LazyErrorScreen {...props} />
    </main>
  );
}
