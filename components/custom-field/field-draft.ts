import type { InputOf } from '@/lib/api/contract';
import type { CustomFieldUse } from '@/lib/custom-field/schema';
import type { FieldKind } from '@/lib/custom-field/vocabulary';

/** `key`: of a row on screen; `_id` of a choice that there is. */
export type DraftChoice = { key: string; _id?: string; name: string; colour: string; retired: boolean };

export type FieldDraft = {
  name: string;
  kind: FieldKind;
  audience: 'internal' | 'client';
  choices: DraftChoice[];
  /** null: every project. */
  project_ids: string[] | null;
};

let made = 0;
export const newChoice = (at: number): DraftChoice => ({
  key: `new ${++made}`,
  name: '',
  colour: `c${(at % 8) + 1}`,
  retired: false,
});

export const draftOf = (field: CustomFieldUse | null): FieldDraft => ({
  name: field?.name ?? '',
  kind: field?.kind ?? 'text',
  audience: field?.audience ?? 'internal',
  choices: field?.choices.map((one) => ({ ...one, key: one._id, retired: one.retired ?? false })) ?? [],
  project_ids: field?.project_ids ?? null,
});

/** Rows that were left empty are none. */
const choicesOf = ({ kind, choices }: FieldDraft) =>
  kind === 'choice'
    ? choices
        .filter(({ _id, name }) => _id || name.trim())
        .map(({ _id, name, colour, retired }) => ({ ...(_id && { _id }), name, colour, retired }))
    : [];

export const bodyOf = (draft: FieldDraft): InputOf<'POST customField'> => ({
  name: draft.name,
  kind: draft.kind,
  audience: draft.audience,
  project_ids: draft.project_ids,
  choices: choicesOf(draft),
});

/** "12 tasks", "No task". */
export const tasksIn = (count: number): string => (count === 0 ? 'No task' : count === 1 ? '1 task' : `${count} tasks`);
