'use client';

import { LazyErrorScreen } from '@/components/error/lazy-error-screen';

/** The shell around the page stays. */
export default function PageError(props: { error: unknown; retry: () => void }) {
  return <LazyErrorScreen {...props} />;
}
