'use client';

import { useEffect, useState } from 'react';
import { hasDraft } from '@/components/draft/draft-store';
import { buttonStyle } from '@/components/ui/button-style';
import { lastMember } from '@/components/viewer/browser-storage';
import { UNAVAILABLE } from '@/lib/unavailable/reference';
import { reloadWanted } from './reload-wanted';
import { useErrorReport } from './use-error-report';
import { useRetries } from './use-retries';

/** Stands in for any page, so it uses nothing but the button's classes. */
export function ErrorScreen({ error, retry }: { error: unknown; retry: () => void }) {
  const { reference, state } = useErrorReport(error);
  const away = reference.startsWith(UNAVAILABLE);
  useRetries(away, retry);
  const outdated = error instanceof Error && error.name === 'ChunkLoadError';
  const [written, setWritten] = useState(false);
  useEffect(() => {
    const member = lastMember();
    setWritten(member !== null && hasDraft(member));
  }, []);

  function back() {
    if (window.history.length < 2) {
      window.location.assign('/');
      return;
    }
    // The page before may have the same path: only this then removes the error.
    window.addEventListener('popstate', () => setTimeout(retry), { once: true });
    window.history.back();
  }

  return (
    <div className="mx-auto max-w-[52ch] py-10">
      <title>{`${away ? 'Back in a moment' : 'Something went wrong'} · Guildhall`}</title>
      <div role="alert">
        <h1 className="text-xl font-title">
          {away ? 'Back in a moment' : outdated ? 'Part of the page could not be loaded' : 'Something went wrong'}
        </h1>
        <p className="mt-2 text-read text-text-2">
          {away
            ? 'The database cannot be reached right now. This page tries again by itself. What was saved is safe.'
            : outdated
              ? 'There may be a new version, or the connection was lost. Reload the page.'
              : 'This page could not be shown. What you saved is safe.'}
          {written && ' Text that you have not sent is kept in this browser.'}
        </p>
      </div>
      <p className="mt-4 rounded-md border border-border bg-surface px-3 py-2 text-sm text-text-2">
        Reference <code className="font-mono text-text break-all select-all">{reference}</code>
        {state === 'logged' && <span className="block">If it happens again, give your admin this reference.</span>}
        {state === 'failed' && (
          <span className="block">
            The error could not be reported. If it happens again, give your admin this reference and say what you did.
          </span>
        )}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <button type="button" className={buttonStyle('primary', 'default')} onClick={reloadWanted}>
          Reload
        </button>
        <button type="button" className={buttonStyle('secondary', 'default')} onClick={back}>
          Back
        </button>
      </div>
    </div>
  );
}
