'use client';

import ErrorPage from './error';
import './globals.css';

/** Replaces the whole document when the root layout fails. */
export default function GlobalError(props: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <ErrorPage {...props} />
      </body>
    </html>
  );
}
