import { SquarePen } from 'lucide-react';
import { FieldActions, NewFieldButton } from '@/components/custom-field/field-actions';
import { tasksIn } from '@/components/custom-field/field-draft';
import { RefreshOn } from '@/components/live/refresh-on';
import { SectionCard } from '@/components/page/section-card';
import { EmptyState } from '@/components/ui/empty-state';
import { listFieldUse } from '@/lib/custom-field/queries';
import type { CustomFieldUse } from '@/lib/custom-field/schema';
import { KIND_LABEL } from '@/lib/custom-field/vocabulary';
import type { Ctx } from '@/lib/org';

/** "Choice of 3 · 2 projects · clients see it · 12 tasks". */
const said = ({ kind, choices, audience, project_ids, tasks, archived }: CustomFieldUse) =>
  [
    kind === 'choice' ? `Choice of ${choices.filter(({ retired }) => !retired).length}` : KIND_LABEL[kind],
    project_ids === null ? 'every project' : project_ids.length === 1 ? '1 project' : `${project_ids.length} projects`,
    audience === 'client' ? 'clients see it' : 'the team alone',
    tasksIn(tasks).toLowerCase(),
    ...(archived ? ['archived'] : []),
  ].join(' · ');

export async function fieldsSection(ctx: Ctx) {
  const fields = await listFieldUse(ctx);
  return (
    <SectionCard title="Fields" beside={<NewFieldButton />}>
      <RefreshOn event="fields.changed" />
      <p className="mb-3 text-sm text-text-2">
        What your tasks need to say besides: they are filtered, grouped, sorted, imported and exported by it.
      </p>
      {fields.length === 0 ? (
        <EmptyState headingLevel={3} icon={<SquarePen />} title="No fields yet">
          A field is a text, a number, a date, a choice or a person, such as Severity, Budget or Delivery date.
        </EmptyState>
      ) : (
        <ul aria-label="Fields" className="divide-y divide-border">
          {fields.map((field, at) => (
            <li key={field._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <span className="min-w-0 flex-1 basis-48">
                <span dir="auto" className="block text-base font-medium break-words">
                  {field.name}
                </span>
                <span className="block text-sm text-text-2">{said(field)}</span>
              </span>
              <FieldActions field={field} at={at} of={fields.length} />
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  );
}
