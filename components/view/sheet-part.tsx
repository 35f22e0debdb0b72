import type { ReactNode } from 'react';

/** A part of the sheet "View and filter". */
export const SheetPart = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <p dir="auto" className="pb-1.5 text-sm font-medium text-text-2">
      {label}
    </p>
    <div className="sheet-part">{children}</div>
  </div>
);
