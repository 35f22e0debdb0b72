import type { ReactNode } from 'react';

/** What every menu or panel that edits a field takes, besides its own. */
export type EditorProps = {
  trigger: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What gets focus when it has closed; the trigger without. */
  finalFocus?: () => HTMLElement | null;
};
