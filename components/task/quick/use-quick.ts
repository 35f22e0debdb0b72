import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { labelsQuery } from '@/components/label/label-query';
import { assignableQuery } from '@/components/person/assignable-query';
import { useFormats } from '@/components/ui/formats';
import { useShell } from '@/components/viewer/shell-context';
import type { QuickTask } from './quick-add';
import { quickFields, readQuick } from './read-quick';

const NOBODY: never[] = [];

/** What a line about a new task of the project means; people and labels are read once a sign asks for them. */
export function useQuick(text: string, projectId: string | undefined) {
  const formats = useFormats();
  const { member } = useShell();
  const client = useQueryClient();
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const asks = { people: projectId !== undefined && /(^|\s)@\S/.test(text), labels: /(^|\s)#\S/.test(text) };
  const people = useQuery({ ...assignableQuery(projectId), enabled: asks.people }).data ?? NOBODY;
  const labels = useQuery({ ...labelsQuery, enabled: asks.labels }).data ?? NOBODY;
  const reading = { formats, today: formats.today(), memberId: member._id, kept };
  return {
    parts: readQuick(text, { ...reading, people, labels }).parts,
    keep: (word: string) => setKept(new Set([...kept, word])),
    /** With people and labels, as soon as they are there; without a connection with those that are. */
    read: async (): Promise<QuickTask> => {
      const there = async <T>(query: { queryKey: readonly unknown[] }, read: () => Promise<T>, known: T) =>
        navigator.onLine ? read().catch(() => known) : (client.getQueryData<T>(query.queryKey) ?? known);
      const named = {
        people: asks.people
          ? await there(assignableQuery(projectId), () => client.ensureQueryData(assignableQuery(projectId)), people)
          : NOBODY,
        labels: asks.labels ? await there(labelsQuery, () => client.ensureQueryData(labelsQuery), labels) : NOBODY,
      };
      const { title, parts } = readQuick(text, { ...reading, ...named });
      return { title, ...quickFields(parts) };
    },
  };
}
