import type { ReactNode } from 'react';

/** The first row of a view: what it shows, in which way, and what can be done. On phones the ways are in the sheet below. */
export function ToolbarHead({
  children,
  segments,
  actions,
}: {
  /** The title. */
  children: ReactNode;
  segments?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="toolbar-head">
      <div className="toolbar-title">{children}</div>
      {segments && <div className="toolbar-segments">{segments}</div>}
      {actions && <div className="ml-auto flex shrink-0 items-center gap-2">{actions}</div>}
    </div>
  );
}
