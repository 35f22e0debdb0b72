'use client';

import { useRouter } from 'next/navigation';
import { SelectField } from '@/components/ui/form/select-field';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';

const LABEL = { workflow: 'Workflow of', rules: 'Rules of', templates: 'Templates of' } as const;

/** Whose workflow, rules or templates are shown: the organisation's, or a project's. */
export function WorkflowPlace({
  section,
  chosen,
  projects,
}: {
  section: keyof typeof LABEL;
  chosen: string;
  projects: readonly { key: string; name: string }[];
}) {
  const router = useRouter();
  const hrefTo = useOrganisationLinks();
  return (
    <SelectField
      label={LABEL[section]}
      value={chosen}
      options={[
        { value: '', label: 'The organisation' },
        ...projects.map(({ key, name }) => ({ value: key, label: bidi`${key} ${name}` })),
      ]}
      onChange={({ target }) =>
        router.push(hrefTo(`settings?section=${section}${target.value && `&project=${target.value}`}`))
      }
    />
  );
}
