import { useFormats } from '@/components/ui/formats';
import { useShell } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import type { TaskCard } from '@/lib/task/schema';
import { columnIn, workflowOf } from '@/lib/workflow/vocabulary';
import type { Looks, TaskChanges } from '../task-edit';

/** What a change makes of its task, for views that do not show all fields; a column by the name it has there. */
export function useChangeWords() {
  const { workflows } = useShell();
  const formats = useFormats();
  return async (card: TaskCard, changes: TaskChanges, looks: Looks): Promise<string> => {
    if (changes.status)
      return bidi`${card.key} moved to ${columnIn(workflowOf(workflows, card.project_id), changes.status).name}.`;
    const { changeWords } = await import('../board/change-words');
    return changeWords(card, changes, looks, formats);
  };
}
