'use client';

import { LazyErrorScreen } from '@/components/error/lazy-error-screen';

/** An error of one page; the shell around it stays. */
export default function PageError(props: { error: unknown; retry: () => void }) {
  return <LazyErrorScreen {...props} />;
}
