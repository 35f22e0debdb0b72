/** Lines of a task's history that can be taken back. No validator here: this file ships to browsers. */

const WHOLE: readonly string[] = ['task.assigned', 'task.labelled', 'task.audience'];

/** Whether the line says what was before; whether that still fits is the server's to say. */
export function isUndoable({ kind, data }: { kind: string; data: Readonly<Record<string, unknown>> }): boolean {
  if (kind === 'task.edited') return data.field !== 'description' || data.kept === true;
  if (kind === 'task.moved' || kind === 'task.status') return typeof data.from === 'number';
  return WHOLE.includes(kind);
}
