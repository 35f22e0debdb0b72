'use client';

import { useEverybody } from '@/components/project/people-query';
import { SelectField } from '@/components/ui/form/select-field';
import { bidi } from '@/lib/bidi';
import { leadsProjects } from '@/lib/member/policy';
import type { MemberDetail } from '@/lib/member/schema.manage';

type Led = MemberDetail['projects'];

const namesOf = (led: Led) => new Intl.ListFormat('en').format(led.map(({ name }) => name));

export function LeaderChoice({
  led,
  not,
  value,
  onChange,
  error,
}: {
  led: Led;
  /** The present leader's id. */
  not: string;
  value: string;
  onChange: (id: string) => void;
  error?: string;
}) {
  const { people } = useEverybody();
  const candidates =
    people?.filter(({ _id, role, not_entered }) => _id !== not && leadsProjects(role) && !not_entered) ?? [];
  return (
    <div className="flex flex-col gap-1">
      <SelectField
        label={`Who leads ${namesOf(led)} from now on`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
        options={[
          { value: '', label: 'Nobody: without a leader' },
          ...candidates.map(({ _id, name, role_label }) => ({ value: _id, label: bidi`${name} (${role_label})` })),
        ]}
      />
      {value === '' && (
        <p className="text-sm text-warn-text" role="status">
          {namesOf(led)} will have no leader.
        </p>
      )}
    </div>
  );
}
