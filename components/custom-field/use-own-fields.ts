import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldKind } from '@/lib/custom-field/vocabulary';
import { fieldsQuery, offeredIn } from './field-query';

type OwnField = { _id: string; name: string; kind: FieldKind };

/**
 * Fields that may be chosen in a select of the page: `known` ones, and all others once the pointer or the focus is `near`,
 * so that no page waits for them.
 */
export function useOwnFields(projectId: string | undefined, known: readonly OwnField[]) {
  const [asked, ask] = useState(false);
  const { data } = useQuery({ ...fieldsQuery, enabled: asked });
  const offered = offeredIn(data, projectId ? [projectId] : []);
  const all: OwnField[] = [...known.filter(({ _id }) => !offered.some((one) => one._id === _id)), ...offered];
  return { all, near: { onPointerEnter: () => ask(true), onFocus: () => ask(true) } };
}
