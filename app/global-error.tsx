'use client';

import ErrorPage from './error';
import './globals.css';

/** The last resort: stands in for the whole document when the root layout itself fails. */
export default function GlobalError(props: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <ErrorPage {...props} />
      </body>
    </html>
  );
}
