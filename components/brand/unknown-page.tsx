'use client';

import { SearchX } from 'lucide-react';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { Logo } from './logo';

/** Outside an organisation. The browser draws it too, since every page carries what would stand in its place. */
export function UnknownPage({ href, signedIn }: { href: string; signedIn: boolean }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <title>Page not found · Guildhall</title>
      <header className="px-5 py-4 sm:px-8">
        <Link href="/" className="inline-flex min-h-11 items-center rounded-sm">
          <Logo />
        </Link>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-[640px] flex-1 flex-col justify-center px-5 pb-24"
      >
        <EmptyState
          headingLevel={1}
          icon={<SearchX />}
          title="Page not found"
          action={
            <ButtonLink href={href} variant="primary">
              {signedIn ? 'Open dashboard' : 'Login'}
            </ButtonLink>
          }
          link={<ButtonLink href="/">Go to the start page</ButtonLink>}
        >
          The link may be mistyped, or what it showed was deleted, moved, or is not shared with you. Whoever sent it can
          tell.
        </EmptyState>
      </main>
    </div>
  );
}
