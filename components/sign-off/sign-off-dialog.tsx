'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, MapPin, MessageSquarePlus, X } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { RenderedText } from '@/components/page/rendered-text';
import { ApiError, call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { Avatar } from '@/components/ui/avatar';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { buttonStyle } from '@/components/ui/button-style';
import { ErrorState } from '@/components/ui/error-state';
import { FormError } from '@/components/ui/form/form-error';
import { SelectField } from '@/components/ui/form/select-field';
import { TextArea } from '@/components/ui/form/text-area';
import { TextField } from '@/components/ui/form/text-field';
import { PlainMoment, useFormats } from '@/components/ui/formats';
import { IconButton } from '@/components/ui/icon-button';
import { Dialog } from '@/components/ui/overlay/dialog';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useShell } from '@/components/viewer/shell-context';
import { bidi, isolated } from '@/lib/bidi';
import { isInlinePicture, PICTURE_TYPES } from '@/lib/file/vocabulary';
import type { Asked, Mark, NewMark, SignOffDetail, SignOffField, SignOffTask } from '@/lib/sign-off/schema';
import { type Decision, MOST_MARKS, placeInWords, STANDING_LABEL } from '@/lib/sign-off/vocabulary';
import { cut } from '@/lib/text';
import { MarkedPicture } from './marked-picture';
import { SIGN_OFFS, signOffQuery } from './sign-off-query';
import { nameOf, standingInWords, TONE } from './sign-off-words';

type Draft = Mark & { key: string };

const DONE: Record<Decision, string> = { approve: 'Approved', return: 'Returned' };

/** What was sent for approval, as it was shown: whoever is asked decides here, everybody else reads what was decided. */
export function SignOffDialog({ id, onChanged, onClose }: { id: string; onChanged?: () => void; onClose: () => void }) {
  const queries = useQueryClient();
  const { data, error: failure, refetch } = useQuery(signOffQuery(id));
  const { run, pending, error } = useCall();
  const [reason, setReason] = useState('');
  const [marks, setMarks] = useState<readonly Draft[]>([]);
  const [unsaid, setUnsaid] = useState(false);
  const changed = () => {
    void queries.invalidateQueries({ queryKey: SIGN_OFFS });
    onChanged?.();
  };
  async function decide(decision: Decision) {
    if (!data) return;
    const said = marks.filter(({ body }) => body.trim());
    if (decision === 'return' && !reason.trim() && said.length === 0) return setUnsaid(true);
    const input = {
      ...{ id, decision, hash: data.hash },
      ...(reason.trim() && { reason: reason.trim() }),
      ...(said.length > 0 && { marks: said.map(({ key: _key, ...mark }) => mark as NewMark) }),
    };
    const done = await run(
      () => call('POST decideSignOff/{id}', input),
      () => DONE[decision],
    );
    changed();
    if (done) onClose();
  }
  const withdraw = () =>
    void run(
      () => call('POST withdrawSignOff/{id}', { id }),
      () => 'Withdrawn',
    ).then((done) => {
      changed();
      if (done) onClose();
    });
  const gone = failure instanceof ApiError && failure.status === 404;
  const { decide: decides = false, take_back: takesBack = false, withdraw: withdraws = false } = data?.rights ?? {};
  return (
    <Dialog
      open
      grows
      staysOpen
      size="lg"
      title={
        data ? bidi`Approval of ${data.subject.key ? `${data.subject.key} ` : ''}${data.content.title}` : 'Approval'
      }
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          {data && (
            <a href={`/api/signOffRecord/${id}`} download className={`${buttonStyle('quiet', 'default')} mr-auto`}>
              <Download />
              Record
            </a>
          )}
          {withdraws && (
            <Button pending={pending} onClick={withdraw}>
              Withdraw
            </Button>
          )}
          {(decides || takesBack) && (
            <Button pending={pending} onClick={() => void decide('return')}>
              {takesBack ? 'Take the approval back' : 'Return'}
            </Button>
          )}
          {decides && (
            <Button variant="primary" pending={pending} onClick={() => void decide('approve')}>
              Approve
            </Button>
          )}
        </>
      }
    >
      {gone && <p className="text-base text-text-2">This is not here any more, or you have no access to it.</p>}
      {failure && !gone && <ErrorState title="The sign-off could not be read" onRetry={() => void refetch()} />}
      {!data && !failure && <p className="min-h-40 text-base text-text-2">Reading what was sent for approval…</p>}
      {data && (
        <div className="flex flex-col gap-5">
          <FormError message={error?.message} attempt={error} />
          <Standing signOff={data} />
          <Content signOff={data} marks={marks} onMarks={decides || takesBack ? setMarks : undefined} />
          {(decides || takesBack) && (
            <TextArea
              label="Reason"
              rows={3}
              limit={2_000}
              hint="Needed to return it, unless a remark says what is to be done."
              error={unsaid && !reason.trim() ? 'Say why it is returned, here or in a remark.' : undefined}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}

function Standing({ signOff }: { signOff: SignOffDetail }) {
  const { member } = useShell();
  const formats = useFormats();
  const { state, note, people, asked_by, internal } = signOff;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={TONE[state]}>{STANDING_LABEL[state]}</Badge>
        {internal && member.role !== 'client' && <Badge tone="internal">Team only</Badge>}
        <p dir="auto" className="min-w-0 flex-1 basis-60 text-sm text-text-2">
          {standingInWords(signOff, formats, member._id)}
        </p>
      </div>
      <p dir="auto" className="text-base break-words">
        <span className="text-text-2">Asked by {nameOf(asked_by)}</span>
        {note && <span className="whitespace-pre-wrap">: {isolated(note)}</span>}
      </p>
      <ul aria-label="Who is asked" className="flex flex-col gap-2">
        {people.map((one) => (
          <Person key={one._id} asked={one} />
        ))}
      </ul>
    </div>
  );
}

function Person({ asked: { _id, person, decision, reason, decided_at } }: { asked: Asked }) {
  return (
    <li className="flex gap-2 text-sm">
      <Avatar size={20} beside person={{ id: _id, name: nameOf(person), picture: person?.pic }} />
      <div className="min-w-0 flex-1">
        <span className="font-medium">{nameOf(person)}</span>{' '}
        <span className="text-text-2">
          {decision === 'approve' ? 'approved' : decision === 'return' ? 'returned it' : 'has not decided yet'}
          {decided_at && (
            <>
              , <PlainMoment at={decided_at} />
            </>
          )}
        </span>
        {reason && (
          <p dir="auto" className="text-base break-words whitespace-pre-wrap">
            {reason}
          </p>
        )}
      </div>
    </li>
  );
}

type Marking = { marks: readonly Draft[]; onMarks: ((marks: readonly Draft[]) => void) | undefined };

function Content({ signOff, marks, onMarks }: { signOff: SignOffDetail } & Marking) {
  const { content, subject, people, version_number } = signOff;
  const said: Draft[] = people.flatMap(({ _id, marks }) => marks.map((mark, at) => ({ ...mark, key: `${_id}-${at}` })));
  const all = [...said, ...marks];
  const numberOf = (key: string) => all.findIndex((one) => one.key === key) + 1;
  const made = useRef(0);
  const [begun, setBegun] = useState<string>();
  useEffect(() => {
    if (begun) document.getElementById(`remark-${begun}`)?.focus();
  }, [begun]);
  const full = all.length >= MOST_MARKS;
  const add = (place: Omit<Mark, 'body'>) => {
    if (!onMarks || full) return;
    const key = `new-${++made.current}`;
    onMarks([...marks, { ...place, body: '', key }]);
    setBegun(key);
  };
  const change = (key: string, part: Partial<Mark>) =>
    onMarks?.(marks.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const remove = (key: string) => onMarks?.(marks.filter((one) => one.key !== key));
  const { kind } = subject;
  const shownFiles = (files: SignOffDetail['content']['files']) =>
    files.map((file) => {
      const of = kind === 'file' ? undefined : file._id;
      const src = isInlinePicture(file.type)
        ? `/api/fileContent/${file._id}?version_number=${file.version_number}`
        : `/api/fileThumbnail/${file._id}?size=1024`;
      const heading = (
        <p dir="auto" className="min-w-0 text-sm font-medium break-words text-text-2">
          {file.name}
          {version_number && version_number > 1 ? `, version ${version_number}` : ''}
        </p>
      );
      if (!PICTURE_TYPES.includes(file.type))
        return (
          <div key={file._id} className="flex flex-wrap items-center justify-between gap-2">
            {heading}
            <a
              href={`/api/fileContent/${file._id}?version_number=${file.version_number}`}
              target="_blank"
              rel="noreferrer"
              className={buttonStyle('secondary', 'compact')}
            >
              Open the file
              <VisuallyHidden> {file.name}</VisuallyHidden>
            </a>
          </div>
        );
      return (
        <div key={file._id} className="flex flex-col gap-2">
          {heading}
          <MarkedPicture
            src={src}
            name={file.name}
            points={all.flatMap(({ key, x, y, file_id, body }) =>
              x !== undefined && y !== undefined && file_id === of
                ? [{ key, x, y, number: numberOf(key), said: body }]
                : [],
            )}
            onAdd={onMarks && ((x, y) => add({ x, y, ...(of && { file_id: of }) }))}
            onMove={onMarks && ((key, x, y) => change(key, { x, y }))}
            onRemove={onMarks && remove}
          />
          {onMarks && (
            <div className="flex flex-wrap items-center gap-2">
              <Button
                size="compact"
                icon={<MapPin />}
                disabled={full}
                onClick={() => add({ x: 0.5, y: 0.5, ...(of && { file_id: of }) })}
              >
                Add a remark
              </Button>
              <p className="text-xs text-text-3">Or press the picture where it belongs. Arrow keys move a point.</p>
            </div>
          )}
        </div>
      );
    });
  return (
    <section aria-label="What was shown" className="flex flex-col gap-4 border-t border-border pt-4">
      {kind === 'task' && (
        <Description
          text={content.description ?? ''}
          onRemark={onMarks && !full ? (line) => add({ line }) : undefined}
        />
      )}
      {kind === 'milestone' && <Tasks content={content} files={shownFiles} />}
      <Fields fields={content.fields} />
      {kind !== 'milestone' && shownFiles(content.files)}
      {all.length > 0 && (
        <ol aria-label="Remarks" className="flex flex-col gap-2">
          {all.map((one, at) => {
            const place = placeInWords(one);
            const file = one.file_id && content.files.find(({ _id }) => _id === one.file_id)?.name;
            const own = marks.includes(one);
            return (
              <li key={one.key} className="flex items-start gap-2">
                <span
                  aria-hidden="true"
                  className="mt-1 flex size-6 shrink-0 items-center justify-center rounded-full bg-accent text-xs font-semibold text-on-accent tabular-nums"
                >
                  {at + 1}
                </span>
                {own ? (
                  <>
                    <div className="min-w-0 flex-1">
                      <TextField
                        id={`remark-${one.key}`}
                        label={`Remark ${at + 1}`}
                        labelHidden
                        placeholder={file ? bidi`${file}, ${place}` : place}
                        limit={1_000}
                        value={one.body}
                        onChange={({ target }) => change(one.key, { body: target.value })}
                      />
                    </div>
                    <IconButton label={`Remove remark ${at + 1}`} icon={<X />} onClick={() => remove(one.key)} />
                  </>
                ) : (
                  <p dir="auto" className="min-w-0 flex-1 pt-1 text-base break-words">
                    {one.body} <span className="text-xs text-text-3">{file ? bidi`${file}, ${place}` : place}</span>
                  </p>
                )}
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}

/** Few enough to be read at once. */
const OPEN_TASKS = 3;

/** Of a milestone: its day, and what belongs to it. */
function Tasks({
  content: { due_date, tasks },
  files,
}: {
  content: SignOffDetail['content'];
  files: (files: SignOffTask['files']) => ReactNode;
}) {
  const formats = useFormats();
  return (
    <div className="flex flex-col gap-3">
      <p className="text-base">
        <span className="text-text-2">Due</span> {due_date ? formats.day(due_date) : 'on no date'}
        <span className="text-text-2">
          {tasks.length === 0
            ? ', without tasks'
            : tasks.length === 1
              ? ', with one task'
              : `, with ${tasks.length} tasks`}
        </span>
      </p>
      {tasks.length > 0 && (
        <ul aria-label="Tasks" className="overflow-clip rounded-md border border-border">
          {tasks.map((task) => (
            <li key={task._id} className="[&:not(:first-child)]:border-t [&:not(:first-child)]:border-border">
              <details open={tasks.length <= OPEN_TASKS}>
                <summary className="min-h-10 cursor-pointer px-3 py-2 text-base font-medium break-words hover:bg-hover">
                  <span className="mr-1.5 text-xs font-normal text-text-3 tabular-nums">{task.key}</span>
                  <bdi>{task.title}</bdi>
                </summary>
                <div className="flex flex-col gap-3 px-3 pt-1 pb-3">
                  <Description text={task.description} onRemark={undefined} />
                  <Fields fields={task.fields} />
                  {files(task.files)}
                </div>
              </details>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Those that clients see. */
function Fields({ fields }: { fields: readonly SignOffField[] }) {
  const formats = useFormats();
  if (fields.length === 0) return null;
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1 text-base">
      {fields.map(({ name, kind, value }) => (
        <Fragment key={name}>
          <dt dir="auto" className="max-w-40 break-words text-text-2">
            {name}
          </dt>
          <dd dir="auto" className="min-w-0 break-words">
            {kind === 'date'
              ? formats.day(String(value))
              : kind === 'number'
                ? formats.number(Number(value))
                : String(value)}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

const SHOWN = 70;

/** The text as it is read; a remark is about one of its lines. */
function Description({ text, onRemark }: { text: string; onRemark: ((line: number) => void) | undefined }) {
  const [html, setHtml] = useState<string>();
  const [line, setLine] = useState('');
  useEffect(() => {
    let left = false;
    import('@/lib/markdown/markdown').then(
      ({ renderMarkdown }) => left || setHtml(renderMarkdown(text)),
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [text]);
  const lines = text
    .split('\n')
    .flatMap((words, at) => (words.trim() ? [{ number: at + 1, words: words.trim() }] : []));
  const first = lines[0];
  if (!first) return <p className="text-base text-text-2">There is no description.</p>;
  return (
    <div className="flex flex-col gap-3">
      {html === undefined ? (
        <p dir="auto" className="text-read whitespace-pre-wrap">
          {text}
        </p>
      ) : (
        <RenderedText html={html} />
      )}
      {onRemark && (
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-0 flex-1 basis-60">
            <SelectField
              label="Line of the text"
              value={line || String(first.number)}
              onChange={({ target }) => setLine(target.value)}
              options={lines.map(({ number, words }) => ({
                value: String(number),
                label: `${number}: ${cut(words, SHOWN, '…')}`,
              }))}
            />
          </div>
          <Button icon={<MessageSquarePlus />} onClick={() => onRemark(Number(line || first.number))}>
            Remark on it
          </Button>
        </div>
      )}
    </div>
  );
}
