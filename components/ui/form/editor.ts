import type { ReactNode } from 'react';

export type EditorProps = {
  trigger: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Gets focus after closing; the trigger by default. */
  finalFocus?: () => HTMLElement | null;
};
