'use client';

import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '@/components/category/category-query';
import type { ApiError } from '@/components/query/api-client';
import { useActor } from '@/components/shell/shell-context';
import { FormError } from '@/components/ui/form-error';
import { SelectField } from '@/components/ui/select-field';
import { TextArea } from '@/components/ui/text-area';
import { TextField } from '@/components/ui/text-field';
import { canAppointLeader, canPlace } from '@/lib/project/policy';
import type { ProjectDetail } from '@/lib/project/schema';
import { keyFromName, PROJECT_TYPE_LABEL, PROJECT_TYPES } from '@/lib/project/vocabulary';
import { PeoplePicker } from './people-picker';
import { useEverybody } from './people-query';
import type { Draft } from './project-draft';

const LEADERS = new Set(['admin', 'subadmin', 'team_leader']);

/** The fields of a project, with what the server said about each. */
export function ProjectFields({
  draft,
  onChange,
  before,
  error,
}: {
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** The project as it was; null for a new one. */
  before: ProjectDetail | null;
  error?: ApiError;
}) {
  const actor = useActor();
  const { people } = useEverybody();
  const { data: categories } = useQuery(categoriesQuery);
  const appoints = canAppointLeader(actor);
  const team = people?.filter(({ role }) => role !== 'client' && role !== 'observer' && canPlace(actor, role));
  const clients = people?.filter(({ role }) => role === 'client');
  const leaders = people?.filter(({ role }) => LEADERS.has(role)) ?? [];
  const of = (name: keyof Draft) => ({
    error: error?.errors[name]?.[0],
    value: draft[name] as string,
    onChange: (event: { target: { value: string } }) => onChange({ ...draft, [name]: event.target.value }),
  });
  // A choice must be in its list from the first moment on, or the browser shows another one.
  const leaderOptions =
    before?.leader && !leaders.some(({ _id }) => _id === before.leader?._id) ? [before.leader, ...leaders] : leaders;
  const known = categories ?? [];
  const categoryOptions =
    before?.category && !known.some(({ _id }) => _id === before.category?._id) ? [before.category, ...known] : known;

  return (
    <div className="flex flex-col gap-4">
      <FormError
        message={error && Object.keys(error.errors).length > 0 ? 'Please check what is marked below.' : error?.message}
        attempt={error}
      />
      <TextField label="Name" required maxLength={120} autoComplete="off" {...of('name')} />
      {!before && (
        <TextField
          label="Code"
          optional
          hint="First half of every task's key, such as WEB-12. Stays as it is once the project exists."
          placeholder={draft.name ? keyFromName(draft.name) : 'WEB'}
          maxLength={10}
          autoComplete="off"
          spellCheck={false}
          {...of('code')}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Type"
          options={PROJECT_TYPES.map((value) => ({ value, label: PROJECT_TYPE_LABEL[value] }))}
          {...of('type')}
        />
        <SelectField
          label="Category"
          optional
          options={[
            { value: '', label: 'None' },
            ...categoryOptions.map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
          {...of('category_id')}
        />
        <TextField label="Start" optional type="date" {...of('start_date')} />
        <TextField label="Due" optional type="date" {...of('due_date')} />
      </div>
      {appoints ? (
        <SelectField
          label="Team leader"
          optional
          options={[
            { value: '', label: before ? 'Nobody yet' : 'Me' },
            ...leaderOptions.map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
          {...of('team_leader_id')}
        />
      ) : (
        !before && <p className="text-sm text-text-2">You lead the projects you create.</p>
      )}
      <TextArea label="Description" optional hint="Markdown" maxLength={20_000} {...of('description')} />
      {!before && (
        <>
          <PeoplePicker
            label="Members"
            people={team}
            chosen={draft.member_ids}
            onChange={(member_ids) => onChange({ ...draft, member_ids })}
            error={error?.errors.member_ids?.[0]}
          />
          <PeoplePicker
            label="Clients"
            people={clients}
            chosen={draft.client_ids}
            onChange={(client_ids) => onChange({ ...draft, client_ids })}
            error={error?.errors.client_ids?.[0]}
          />
        </>
      )}
    </div>
  );
}
