'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCatchUp, useLive, useLiveEvents } from '@/components/live/live-provider';
import { call } from '@/components/query/api-client';
import { ErrorState } from '@/components/ui/error-state';
import { useActor } from '@/components/viewer/shell-context';
import type { FileRecord } from '@/lib/file/schema';
import { canAskSignOff } from '@/lib/sign-off/policy';
import { SignOffPart } from './sign-off-part';
import { SIGN_OFFS, signOffsQuery } from './sign-off-query';

/** Whether this version of a file is approved. Loaded when somebody asks. */
export function FileSignOffs({ file }: { file: FileRecord }) {
  const { channels } = useLive();
  const queries = useQueryClient();
  const { _id: id, project_id: projectId, version, uploaded_by } = file;
  const mayAsk = canAskSignOff(useActor(), { projectId, ownerIds: [uploaded_by?._id ?? null] });
  const { data, isError, refetch } = useQuery(signOffsQuery({ file_id: id }));
  const again = () => void queries.invalidateQueries({ queryKey: SIGN_OFFS });
  useLiveEvents([projectId ? channels.project(projectId) : channels.organisation], ({ event }) => {
    if (event === 'sign_off.changed' || event.startsWith('file')) again();
  });
  useCatchUp(again);
  return (
    <section
      aria-label="Approval of the file"
      data-scrolls
      className="max-h-60 overflow-y-auto border-t border-border pt-3"
    >
      {isError && <ErrorState title="The approval could not be read" onRetry={() => void refetch()} />}
      {!data && !isError && <p className="text-sm text-text-3">Reading the approval…</p>}
      {data && (
        <SignOffPart
          subject={{ file_id: id }}
          newest={data.docs[0] ?? null}
          mayAsk={mayAsk}
          share={() => call('PATCH file/{id}', { id, version, audience: 'client' })}
          onChanged={again}
        />
      )}
      {data?.totalDocs === 0 && (
        <p className="text-sm text-text-3">
          {mayAsk ? 'Nobody was asked to approve this file yet.' : 'This file was not sent for approval.'}
        </p>
      )}
    </section>
  );
}
