'use client';

import { useQuery } from '@tanstack/react-query';
import { openProjectsQuery } from '@/components/project/project-query';
import { LoadError } from '@/components/query/load-error';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useActor } from '@/components/viewer/shell-context';
import { invitesIntoLedProjectsOnly } from '@/lib/invitation/policy';

/** Team leaders get only the projects they lead. */
export function ProjectTicks({
  chosen,
  onChange,
  error,
}: {
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
  error?: string;
}) {
  const actor = useActor();
  const { data, error: failure, isError, refetch } = useQuery(openProjectsQuery);
  if (isError) return <LoadError title="The projects could not be loaded" of={{ error: failure, refetch }} />;
  const projects = data?.filter(({ leader }) => !invitesIntoLedProjectsOnly(actor) || leader?._id === actor.memberId);
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium text-text-2">
        Projects <span className="font-normal text-text-3">({chosen.length} chosen)</span>
      </legend>
      <div className="max-h-40 overflow-y-auto rounded-sm border border-border-strong">
        {!projects && <SkeletonRows rows={3} rowHeight={40} label="Loading projects" />}
        {projects?.length === 0 && <p className="p-2.5 text-base text-text-2">There is no project to choose yet.</p>}
        {projects?.map(({ _id, key, name }) => (
          <label
            key={_id}
            className="flex min-h-9 cursor-pointer items-center gap-2.5 px-2.5 hover:bg-hover pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              className="checkbox"
              checked={chosen.includes(_id)}
              onChange={(event) =>
                onChange(event.target.checked ? [...chosen, _id] : chosen.filter((one) => one !== _id))
              }
            />
            <span dir="auto" className="min-w-0 flex-1 truncate text-base">
              {name}
            </span>
            <span className="text-xs text-text-2">{key}</span>
          </label>
        ))}
      </div>
      {error && <p className="mt-1 text-sm text-danger-text">{error}</p>}
    </fieldset>
  );
}
