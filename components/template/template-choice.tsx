'use client';

import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { SelectField } from '@/components/ui/form/select-field';
import type { TemplateCard, TemplateContent } from '@/lib/template/schema';
import { levelsIn } from '@/lib/template/vocabulary';
import { templateQuery, templatesQuery } from './template-query';

/** Which template, and what it would make. */
export function TemplateChoice({
  kind,
  chosen,
  onChange,
}: {
  kind: TemplateCard['kind'];
  chosen: string;
  onChange: (id: string) => void;
}) {
  const templates = useQuery(templatesQuery(kind));
  const template = useQuery(templateQuery(chosen));
  if (templates.isError)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-base">The templates could not be loaded. {reasonOf(templates.error)}</p>
        <Button onClick={() => void templates.refetch()}>Try again</Button>
      </div>
    );
  return (
    <>
      <SelectField
        label="Template"
        value={chosen}
        disabled={templates.isPending}
        hint={
          templates.data?.length === 0
            ? `There is none yet. Open a ${kind} that is as it should be, and save it as a template.`
            : template.data?.summary || undefined
        }
        options={[
          { value: '', label: templates.isPending ? 'Loading' : 'Choose a template' },
          ...(templates.data ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
        ]}
        onChange={({ target }) => onChange(target.value)}
      />
      {template.data && <TemplateTree tasks={template.data.content.tasks} />}
    </>
  );
}

const SHOWN = 12;

/** What it makes, as a tree. */
export function TemplateTree({ tasks }: Pick<TemplateContent, 'tasks'>) {
  const levels = levelsIn(tasks);
  return (
    <div className="text-sm text-text-2">
      <p className="mb-1 font-medium">{tasks.length === 1 ? 'It makes one task' : `It makes ${tasks.length} tasks`}</p>
      <ul aria-label="Tasks of the template" className="flex flex-col gap-0.5">
        {tasks.slice(0, SHOWN).map(({ title, due_in }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a task is its place; two may be called the same.
          <li key={at} className="flex gap-2 break-words" style={{ paddingInlineStart: `${(levels[at] ?? 0) * 16}px` }}>
            <span dir="auto" className="min-w-0">
              {title}
            </span>
            {due_in !== null && <span className="shrink-0 text-text-3">{dayInWords(due_in)}</span>}
          </li>
        ))}
      </ul>
      {tasks.length > SHOWN && <p className="mt-1">and {tasks.length - SHOWN} more</p>}
    </div>
  );
}

const dayInWords = (days: number) =>
  days === 0 ? 'due the same day' : days === 1 ? 'due after 1 day' : `due after ${days} days`;
