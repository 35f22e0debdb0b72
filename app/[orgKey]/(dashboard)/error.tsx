'use client';

import { ErrorState } from '@/components/ui/error-state';

/** An error of one page; the shell around it stays. The reference stands in the server's log too. */
export default function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  const outdated = error instanceof Error && error.name === 'ChunkLoadError';
  return (
    <div className="mx-auto max-w-[640px] py-10">
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
          reference={typeof error === 'object' && error && 'digest' in error ? String(error.digest) : undefined}
          onRetry={retry}
        />
      )}
    </div>
  );
}
