'use client';

import { ErrorState } from '@/components/ui/error-state';

/** An error that no page nearer to it has caught. The reference stands in the server's log too. */
export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  const outdated = error instanceof Error && error.name === 'ChunkLoadError';
  return (
    <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[640px] px-5 py-16">
      <h1 className="mb-4 text-xl font-title">{outdated ? 'A part of the page is missing' : 'Something went wrong'}</h1>
      {outdated ? (
        <ErrorState
          title="The page could not be loaded completely"
          detail="There may be a new version, or the connection broke. Loading the page again mends both."
          onRetry={() => window.location.reload()}
        />
      ) : (
        <ErrorState
          title="This page could not be shown"
          detail="What you saved is safe. Try again; if it stays like this, tell your admin the reference."
          reference={referenceOf(error)}
          onRetry={retry}
        />
      )}
    </main>
  );
}

function referenceOf(error: unknown): string | undefined {
  return typeof error === 'object' && error && 'digest' in error ? String(error.digest) : undefined;
}
