'use client';

import { buttonStyle } from '@/components/ui/button-style';

/**
 * An error that no page nearer to it has caught. The reference stands in the server's log too. Every page of the
 * product carries this file, so it draws on nothing but the button's classes.
 */
export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  const outdated = error instanceof Error && error.name === 'ChunkLoadError';
  const reference = referenceOf(error);
  return (
    <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[52ch] px-5 py-16">
      <div role="alert">
        <h1 className="text-xl font-title">{outdated ? 'A part of the page is missing' : 'Something went wrong'}</h1>
        <p className="mt-2 text-read text-text-2">
          {outdated
            ? 'There may be a new version, or the connection broke. Loading the page again mends both.'
            : 'This page could not be shown. What you saved is safe. If trying again does not help, tell your admin the reference.'}
        </p>
        {reference && (
          <p className="mt-2 text-sm text-text-2">
            Reference <code className="font-mono break-all select-all">{reference}</code>
          </p>
        )}
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <button
          type="button"
          className={buttonStyle('primary', 'default')}
          onClick={outdated ? () => window.location.reload() : retry}
        >
          {outdated ? 'Load again' : 'Retry'}
        </button>
        <a href="/" className={buttonStyle('secondary', 'default')}>
          Go to the start page
        </a>
      </div>
    </main>
  );
}

function referenceOf(error: unknown): string | undefined {
  return typeof error === 'object' && error && 'digest' in error ? String(error.digest) : undefined;
}
