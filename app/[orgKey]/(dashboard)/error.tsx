'use client';

import { ErrorScreen } from '@/components/error/error-screen';

/** An error of one page; the shell around it stays. */
export default function PageError(props: { error: unknown; retry: () => void }) {
  return <ErrorScreen {...props} />;
}
