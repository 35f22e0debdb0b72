import type { ReactNode } from 'react';

/** The first row of a view: what it shows, in which way, and what can be done. */
export function ToolbarHead({
  children,
  segments,
  segmentsBelow = false,
  actions,
}: {
  /** The title. */
  children: ReactNode;
  segments?: ReactNode;
  /** On phones: in a row of their own, else in the sheet below. */
  segmentsBelow?: boolean;
  actions?: ReactNode;
}) {
  return (
    <div className={segmentsBelow ? 'toolbar-head segments-below' : 'toolbar-head'}>
      <div className="toolbar-title">{children}</div>
      {segments && <div className="toolbar-segments">{segments}</div>}
      {actions && <div className="ml-auto flex shrink-0 items-center gap-2">{actions}</div>}
    </div>
  );
}
