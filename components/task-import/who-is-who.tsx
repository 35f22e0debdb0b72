import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { SelectField } from '@/components/ui/form/select-field';
import { TextField } from '@/components/ui/form/text-field';
import { textFilter } from '@/lib/fold';
import type { TaskImport } from '@/lib/task-import/schema';
import type { Named } from './import-screen';

type Person = TaskImport['people_found'][number];

const NOT_IN_IT = 'Is not in the project, so gets no task';
const CANNOT_JOIN = 'Cannot be in the new project, so gets no task';
/** Of a file; who works on most tasks comes first, and each has all members to choose from. */
const AT_ONCE = 60;
const SEARCH_FROM = 12;

/** Which member each person of the file is. */
export function WhoIsWho({
  people,
  members,
  joins,
  onChoose,
}: {
  people: readonly Person[];
  members: readonly Named[];
  /** Whether they join a new project. */
  joins: boolean;
  onChoose: (key: string, memberId: string) => void;
}) {
  const [shown, setShown] = useState(AT_ONCE);
  const [query, setQuery] = useState('');
  const fits = textFilter(query);
  const found = people
    .filter(({ name, email }) => fits(name) || fits(email ?? ''))
    .toSorted((one, other) => other.tasks - one.tasks);
  const left = found.length - shown;
  const known = new Set(members.map(({ _id }) => _id));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-base font-semibold">Who is who</legend>
      <p className="text-sm text-text-2">
        They get their tasks. Comments and time become yours, marked with the names in the file.
      </p>
      {people.length > SEARCH_FROM && (
        <div className="max-w-80">
          <TextField
            label="Find a person of the file"
            type="search"
            autoComplete="off"
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
        </div>
      )}
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {found.slice(0, shown).map(({ key, name, email, member_id, state }) => (
          <SelectField
            key={key}
            label={name}
            hint={state === 'not in project' ? (joins ? CANNOT_JOIN : NOT_IN_IT) : (email ?? undefined)}
            value={member_id ?? ''}
            onChange={({ target }) => onChoose(key, target.value)}
            options={[
              { value: '', label: 'Nobody here' },
              // Found in the file, although not among the members that are offered.
              ...(member_id && !known.has(member_id) ? [{ value: member_id, label: name }] : []),
              ...members.map((member) => ({ value: member._id, label: member.name })),
            ]}
          />
        ))}
      </div>
      {found.length === 0 && <p className="text-base text-text-2">Nobody in the file matches “{query.trim()}”.</p>}
      {left > 0 && (
        <p>
          <Button size="compact" onClick={() => setShown(shown + AT_ONCE)}>
            Show {Math.min(left, AT_ONCE)} more of {found.length} people
          </Button>
        </p>
      )}
    </fieldset>
  );
}
