import { isForTyping, singleKeysAreOn } from '@/components/keys/single-keys';
import { commandOf } from '@/components/keys/task-commands';
import { usePageEvent } from '@/components/keys/use-page-event';

/** Letters open the fields of the task's page; in a row or card they are that task's. Fields have `data-task-field`. */
export function useTaskKeys() {
  usePageEvent('keydown', (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isForTyping(event) || !singleKeysAreOn()) return;
    const { command, field: name } = commandOf(event.key) ?? {};
    const row = event.target instanceof Element && event.target.closest<HTMLElement>('[data-row], [data-card]');
    // A row has its fields itself, but not its task's comments: they are written where that is open.
    const opened = document.querySelector<HTMLElement>('[data-task]')?.dataset.task;
    if (row && !(command === 'comment' && row.dataset.row === opened)) return;
    const field = name && document.querySelector<HTMLElement>(`[data-task-field="${name}"]`);
    if (!field) return;
    event.preventDefault();
    // What is written into is a part of its form, and opens by the focus.
    const writing = field.matches('form') && field.querySelector<HTMLElement>('[contenteditable=true], textarea');
    (writing || field).focus();
    if (!writing) field.click();
  });
}
