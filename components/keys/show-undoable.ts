import { showToast, type ToastKind } from '@/components/ui/overlay/toast';
import type { Step } from './use-undo';

/** Says that a change is made, with Undo; nothing where it was undone by then. */
export function showUndoable(text: string, step: Step, kind: ToastKind = 'success'): void {
  if (!step.isSpent()) showToast({ kind, text, action: { label: 'Undo', onAction: step.undo } });
}
