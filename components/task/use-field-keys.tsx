import { type CSSProperties, useState } from 'react';
import { TASK_COMMANDS } from '@/components/keys/task-commands';
import type { TaskCard } from '@/lib/task/schema';
import { type RowEditorSource, useRowEditor } from './list/use-row-editor';

/**
 * The editors of the list for rows that show no fields: a command's letter opens its field in a box at the title. Rows have
 * `data-row`, their links `data-title`.
 */
export function useFieldKeys(source: Omit<RowEditorSource, 'boxed'>) {
  const { panelOf, openField } = useRowEditor({ ...source, boxed: true });
  const [begun, setBegun] = useState<{ card: TaskCard; place: CSSProperties } | null>(null);
  // Beside the rows and not in one: a task that goes to another day while its date is typed leaves its row.
  const card = begun && (source.docs.find(({ _id }) => _id === begun.card._id) ?? begun.card);
  const panel = card && panelOf(card);
  const name = TASK_COMMANDS.find(({ command }) => command === panel?.kind)?.field;
  return {
    openField: (row: string, command: string): boolean => {
      const card = source.docs.find(({ key }) => key === row);
      const title = source.table.current?.querySelector(`[data-row="${CSS.escape(row)}"] [data-title]`);
      if (!card || !title || !openField(row, command)) return false;
      const { left, top, width, height } = title.getBoundingClientRect();
      setBegun({ card, place: { left, top, width, height } });
      return true;
    },
    editor: panel?.around(
      <button
        type="button"
        tabIndex={-1}
        aria-label={name}
        className="pointer-events-none fixed opacity-0"
        style={begun?.place}
      />,
    ),
  };
}
