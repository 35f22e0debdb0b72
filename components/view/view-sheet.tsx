'use client';

import type { ReactNode } from 'react';
import { useOnDemand } from '@/components/overlay/on-demand';

const TITLE = 'View and filter';

const load = () => import('./view-sheet-dialog').then(({ ViewSheetDialog }) => ViewSheetDialog);

/** What a phone has no row for: views, filters and order, in a sheet that opens from one button. */
export function ViewSheet({
  count,
  brief = false,
  children,
}: {
  /** Filters that are set. */
  count: number;
  /** The button shows its picture alone. */
  brief?: boolean;
  children: ReactNode;
}) {
  const { Part, open, setOpen, press, prefetch } = useOnDemand(load);
  return (
    <div className="view-sheet-button">
      <button
        type="button"
        aria-haspopup="dialog"
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={press}
        className="button button-secondary button-default"
      >
        <span aria-hidden="true" className="icon icon-sliders" />
        <span className={brief ? 'sr-only' : undefined}>{TITLE}</span>
        {count > 0 && (
          <span className="badge badge-accent tabular-nums">
            {count}
            <span className="sr-only"> set</span>
          </span>
        )}
      </button>
      {Part && (
        <Part title={TITLE} open={open} onOpenChange={setOpen}>
          {children}
        </Part>
      )}
    </div>
  );
}
