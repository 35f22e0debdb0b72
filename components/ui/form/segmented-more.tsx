'use client';

import { useId } from 'react';
import { Link } from '@/components/ui/link';
import { LinkPanel } from '@/components/ui/overlay/link-panel';
import { VisuallyHidden } from '@/components/ui/visually-hidden';

export type FoldedSegment = { href: string; label: string; current: boolean; step: number };

const SEGMENT =
  'flex min-h-7 items-center gap-1 rounded-sm px-3 text-base font-medium whitespace-nowrap text-text-2 hover:text-text focus-visible:-outline-offset-2 pointer-coarse:min-h-10';

/** Behind it are the segments that the row has no room for; it names the current one, if that is among them. */
export function SegmentedMore({
  segments,
  look = SEGMENT,
}: {
  segments: readonly FoldedSegment[];
  /** Of the button. */
  look?: string;
}) {
  const id = `more${useId().replace(/\W/g, '')}`;
  const current = segments.find((segment) => segment.current);
  return (
    <>
      <button type="button" popoverTarget={id} className={look} style={{ anchorName: `--${id}` }}>
        <span className={current && `fits-${current.step}`}>More</span>
        {current && (
          <span dir="auto" className={`folds folds-${current.step} text-text`}>
            {current.label}
            <VisuallyHidden> and more</VisuallyHidden>
          </span>
        )}
        <span aria-hidden="true" className="icon icon-chevron-down" />
      </button>
      <LinkPanel id={id}>
        <ul className="flex flex-col">
          {segments.map(({ href, label, current, step }) => (
            <li key={href} className={`folds folds-${step}`}>
              <Link
                dir="auto"
                href={href}
                scroll={false}
                prefetch={false}
                aria-current={current ? 'page' : undefined}
                className="views-entry"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </LinkPanel>
    </>
  );
}
