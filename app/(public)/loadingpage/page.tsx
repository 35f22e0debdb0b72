import type { Metadata } from 'next';
import { LoadingScreen } from '@/components/shell/loading-screen';

export const metadata: Metadata = { title: 'Loading' };

export default function LoadingPage() {
  return (
    <main id="main" tabIndex={-1}>
      <h1 className="sr-only">Loading</h1>
      <LoadingScreen late={false} />
    </main>
  );
}
