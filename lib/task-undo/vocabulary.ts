/** Lines of a task's history that can be taken back. No validator here: this file ships to browsers. */

const WHOLE: readonly string[] = [
  ...['task.assigned', 'task.labelled', 'task.field', 'task.audience', 'task.watched'],
  ...['recurrence.skipped', 'recurrence.returned'],
  ...['file.added', 'file.deleted', 'file.restored'],
];

/** Whether the line says what was before; whether that still fits is the server's to say. */
export function isUndoable({ kind, data }: { kind: string; data: Readonly<Record<string, unknown>> }): boolean {
  if (kind === 'task.edited') return data.field !== 'description' || data.kept === true;
  if (kind === 'task.moved' || kind === 'task.status') return typeof data.from === 'number';
  // Whoever may not know the other task is told none.
  if (kind === 'dependency.changed') return typeof data.other === 'string';
  if (kind === 'checklist.changed') return typeof data.item === 'string' || Array.isArray(data.items);
  if (kind === 'recurrence.set' || kind === 'recurrence.stopped') return typeof data.rule === 'string';
  return WHOLE.includes(kind);
}
