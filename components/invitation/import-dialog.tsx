'use client';

import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { followJob } from '@/components/job/follow-job';
import { JobProgress } from '@/components/job/job-progress';
import { PutEverybody } from '@/components/member/put-everybody';
import { call } from '@/components/query/api-client';
import { saveFile } from '@/components/query/save-file';
import { useCall } from '@/components/query/use-call';
import { EncodingChoice } from '@/components/table-file/encoding-choice';
import { roleLabel } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form/form-error';
import { SelectField } from '@/components/ui/form/select-field';
import { Dialog, DialogClose } from '@/components/ui/overlay/dialog';
import { counted } from '@/lib/counted';
import { joinsProjects } from '@/lib/invitation/policy';
import type { InvitationBatchRecord, InvitationImport } from '@/lib/invitation/schema';
import { CSV_COLUMNS, type CsvColumn } from '@/lib/invitation/vocabulary';
import type { JobRecord } from '@/lib/job/schema';
import { ROLES_BY_RANK } from '@/lib/permission/rank';
import type { Encoding } from '@/lib/table-file/encodings';
import { AcceptedRows } from './accepted-rows';
import { csvTemplate } from './csv-template';
import { ResultButton } from './result-button';
import { RowProblems } from './row-problems';
import { useLanding } from './use-landing';

const COLUMN_LABEL: Record<CsvColumn, string> = { email: 'Email', name: 'Name', role: 'Role', projects: 'Projects' };

type Rows = 'invited_rows' | 'accepted_rows' | 'lost';
type Seen = Omit<InvitationImport, Rows> &
  Partial<Pick<InvitationImport, Rows> & Pick<InvitationBatchRecord, 'state' | 'problem'>>;

/** Made here, so that progress can be read before the upload answers. */
function newBatchId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>();
  const [seen, setSeen] = useState<Seen>();
  const [mapping, setMapping] = useState<Partial<Record<CsvColumn, string>>>({});
  const [encoding, setEncoding] = useState<Encoding>();
  const [project, setProject] = useState('');
  const land = useLanding();
  const [job, setJob] = useState<JobRecord>();
  const [sending, setSending] = useState(false);
  const batch = useRef('');
  const { run, pending, error } = useCall();
  const done = seen && !seen.dry_run ? seen : undefined;

  const post = (
    file: File,
    map: Partial<Record<CsvColumn, string>>,
    as: Encoding | undefined,
    into: string,
    dry_run: boolean,
  ) =>
    call('POST sendInviteFromCSV', {
      file,
      dry_run,
      ...(Object.keys(map).length && { mapping: JSON.stringify(map) }),
      ...(as && { encoding: as }),
      ...(into && { project_id: into }),
      ...(!dry_run && { batch_id: batch.current }),
    });

  function look(chosen: File, map: Partial<Record<CsvColumn, string>>, as?: Encoding, into = '') {
    setFile(chosen);
    setEncoding(as);
    setMapping(map);
    setProject(into);
    setSeen(undefined);
    batch.current = newBatchId();
    void run(
      () => post(chosen, map, as, into, true),
      (answer) => {
        setSeen(answer);
        return null;
      },
    );
  }

  async function send() {
    if (!file || !seen) return;
    setSending(true);
    const stop = new AbortController();
    await run(
      async () => {
        // What was shown is what is meant, also where it was a guess.
        const as = encoding ?? (seen.encoding_guessed ? seen.encoding : undefined);
        const answer = await post(file, mapping, as, project, false);
        if (answer.finished) return answer;
        await followJob(batch.current, setJob, stop.signal);
        const { invited_rows: _, accepted_rows: __, ...rest } = answer;
        return { ...rest, ...(await call('GET inviteBatch/{id}', { id: batch.current })) } satisfies Seen;
      },
      (result: Seen) => {
        setSeen(result);
        return `${result.invited} invited`;
      },
    );
    stop.abort();
    setSending(false);
    setJob(undefined);
  }

  function leave() {
    onClose();
    if (done?.invited) land();
  }
  // Those who were put into one stay in the question, so that it can be answered otherwise.
  const nowhere =
    seen?.accepted_rows?.filter(({ role, projects }) => joinsProjects(role) && !projects.length).length ?? 0;
  const willGo = seen ? seen.valid - seen.skipped : 0;
  return (
    <Dialog
      open
      size="lg"
      grows
      staysOpen
      onOpenChange={(open) => !open && leave()}
      title="Import people from CSV"
      description="Columns: email, name, role, projects. You see a preview before anything is sent."
      footer={
        done ? (
          <>
            <ResultButton id={batch.current} />
            <Button variant="primary" onClick={leave}>
              Done
            </Button>
          </>
        ) : (
          <>
            <DialogClose>
              <Button>{sending ? 'Continue in background' : 'Cancel'}</Button>
            </DialogClose>
            <Button
              variant="primary"
              disabled={willGo === 0}
              pending={sending}
              pendingText="Inviting…"
              onClick={() => void send()}
            >
              {willGo === 1 ? 'Invite 1 person' : `Invite ${willGo} people`}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <FormError message={error?.message} attempt={error} />
        {!seen && (
          <div className="flex flex-col items-start gap-2 text-base text-text-2">
            <p>
              <strong className="font-medium text-text">Role</strong> is one of{' '}
              {ROLES_BY_RANK.map(roleLabel).join(', ')}. <strong className="font-medium text-text">Projects</strong> are
              their keys, such as WEB;APP.
            </p>
            <Button size="compact" icon={<Download />} onClick={() => saveFile(csvTemplate(), 'people-template.csv')}>
              Download a template
            </Button>
          </div>
        )}
        {!done && (
          <label className="flex flex-col gap-1 text-sm font-medium text-text-2">
            CSV file
            <input
              type="file"
              accept=".csv,text/csv,text/plain"
              className="rounded-sm border border-border-strong bg-surface p-1 text-base text-text file:mr-3 file:rounded-sm file:border-0 file:bg-sunken file:px-2.5 file:py-0.5 file:font-medium pointer-coarse:min-h-11"
              onChange={(event) => {
                const [chosen] = event.target.files ?? [];
                if (chosen) look(chosen, {});
              }}
            />
          </label>
        )}
        {file && !done && !pending && (seen || error) && (
          <EncodingChoice seen={seen} onChoose={(as) => look(file, mapping, as, project)} />
        )}
        {pending && !sending && <p role="status">Reading the file…</p>}
        {sending && !job && <p role="status">Uploading…</p>}
        {job && (
          <>
            <JobProgress
              job={job}
              words={`${job.progress.done} of ${counted(job.progress.total, 'row')}`}
              label="the import"
            />
            <p className="text-sm text-text-2">
              You can close this: the import goes on, and Users → Invitations shows how far it is.
            </p>
          </>
        )}
        {seen && !sending && (
          <>
            <p role="status" className="text-base">
              {summaryOf(seen)}
            </p>
            {file && !done && seen.headings.length > 0 && (
              <fieldset className="grid gap-3 sm:grid-cols-4">
                <legend className="mb-1 text-sm font-medium text-text-2">Column mapping</legend>
                {CSV_COLUMNS.map((column) => (
                  <SelectField
                    key={column}
                    label={COLUMN_LABEL[column]}
                    value={seen.columns[column] ?? ''}
                    onChange={(event) => look(file, { ...mapping, [column]: event.target.value }, encoding, project)}
                    options={[
                      ...(seen.columns[column] ? [] : [{ value: '', label: 'None' }]),
                      ...[...new Set(seen.headings)].filter(Boolean).map((value) => ({ value, label: value })),
                    ]}
                  />
                ))}
              </fieldset>
            )}
            {file && !done && (nowhere > 0 || project) && (
              <PutEverybody
                label={
                  project
                    ? 'Put those without a project into…'
                    : `Put ${nowhere === 1 ? 'the one person' : `the ${nowhere} people`} without a project into…`
                }
                value={project}
                onChoose={(into) => look(file, mapping, encoding, into)}
              />
            )}
            <RowProblems title="Rows with an error" rows={seen.errors} />
            <RowProblems title="Left out" rows={seen.skipped_rows} />
            {!done && <AcceptedRows rows={seen.accepted_rows ?? []} />}
            {seen.lost?.map(({ row, message }) => (
              <p key={row} className="text-sm text-text-2">
                Row {row}: {message}
              </p>
            ))}
          </>
        )}
      </div>
    </Dialog>
  );
}

function summaryOf({ dry_run, total, valid, invited, skipped, errors, state, problem }: Seen): string {
  const bad = new Set(errors.map(({ row }) => row)).size;
  const rest = [bad && `${bad} with an error`, skipped && `${skipped} left out`].filter(Boolean).join(', ');
  const good = dry_run
    ? `${valid - skipped} of ${counted(total, 'person', 'people')} will be invited`
    : `${invited} of ${counted(total, 'person', 'people')} ${invited === 1 ? 'was' : 'were'} invited`;
  const why =
    state === 'cancelled'
      ? 'The import was cancelled. '
      : state === 'failed'
        ? `${problem ?? 'The import failed.'} `
        : '';
  return `${why}${good}${rest ? `; ${rest}` : ''}.`;
}
