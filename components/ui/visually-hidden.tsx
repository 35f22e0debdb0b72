import type { ReactNode } from 'react';

/** Text for screen readers only, such as the second half of a button's name. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}
