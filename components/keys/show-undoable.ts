import { showToast, type ToastKind, type ToastMessage, withdrawToast } from '@/components/ui/overlay/toast';
import { bidi } from '@/lib/bidi';
import type { Step } from './use-undo';

/** Says that a change is made, with Undo, until it is undone in another way; nothing where it was undone by then. */
export function showUndoable(text: string, step: Step, kind: ToastKind = 'success'): void {
  if (step.isSpent()) return;
  const message: ToastMessage = { kind, text, action: { label: 'Undo', onAction: step.undo } };
  step.onSpent = () => withdrawToast(message);
  showToast(message);
}

/** Says what was changed, with Undo; without a step, that it was undone. */
export function tellChange(text: string, step: Step | null): void {
  if (step) showUndoable(text, step);
  else showToast({ kind: 'info', text: bidi`The change was undone: ${text}` });
}
