'use client';

import NextLink, { useLinkStatus } from 'next/link';
import { type ComponentProps, useEffect } from 'react';
import { beginNavigation } from './navigation-progress';

/** A link inside the product. It shows its press at once, and fetches nothing before it is pressed. */
export function Link({ children, ...rest }: ComponentProps<typeof NextLink>) {
  return (
    <NextLink prefetch={false} {...rest}>
      {children}
      <Press />
    </NextLink>
  );
}

/** Marks the link around it while its page is on the way; `app/styles/motion.css` draws the mark, without moving anything. */
function Press() {
  const { pending } = useLinkStatus();
  useEffect(() => (pending ? beginNavigation() : undefined), [pending]);
  return <span hidden data-link-pending={pending ? '' : undefined} />;
}
