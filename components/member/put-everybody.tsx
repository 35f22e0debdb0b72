'use client';

import { useQuery } from '@tanstack/react-query';
import { openProjectsQuery } from '@/components/project/project-query';
import { SelectField } from '@/components/ui/form/select-field';
import { useActor } from '@/components/viewer/shell-context';
import { invitesIntoLedProjectsOnly } from '@/lib/invitation/policy';

/** Offers a project to people who would be in none. */
export function PutEverybody({
  label,
  value,
  onChoose,
}: {
  label: string;
  value: string;
  onChoose: (projectId: string) => void;
}) {
  const actor = useActor();
  const { data } = useQuery(openProjectsQuery);
  const projects = data?.filter(({ leader }) => !invitesIntoLedProjectsOnly(actor) || leader?._id === actor.memberId);
  if (!projects?.length) return null;
  return (
    <div className="rounded-sm border border-border bg-sunken p-3">
      <SelectField
        label={label}
        hint="Until they are in a project they see none of the work."
        value={value}
        onChange={({ target }) => onChoose(target.value)}
        options={[
          { value: '', label: 'No project yet' },
          ...projects.map(({ _id, name }) => ({ value: _id, label: name })),
        ]}
      />
    </div>
  );
}
