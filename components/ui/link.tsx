'use client';

import NextLink, { useLinkStatus } from 'next/link';
import { type ComponentProps, useEffect } from 'react';
import { beginNavigation } from './navigation-progress';

export function Link({ children, ...rest }: ComponentProps<typeof NextLink>) {
  return (
    <NextLink prefetch={false} {...rest}>
      {children}
      <Press />
    </NextLink>
  );
}

/** Marks a link while its page loads; `app/styles/motion.css` draws the mark. */
function Press() {
  const { pending } = useLinkStatus();
  useEffect(() => (pending ? beginNavigation() : undefined), [pending]);
  return <span hidden data-link-pending={pending ? '' : undefined} />;
}
