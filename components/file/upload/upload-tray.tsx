'use client';

import { ChevronDown, ChevronUp, CircleAlert, CircleCheck, FileUp, Pause, Play, RotateCw, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { followFoot, footBelow } from '@/components/ui/overlay/foot';
import { bidi } from '@/lib/bidi';
import { sizeWords } from '@/lib/file/vocabulary';
import {
  cancelUpload,
  clearFinished,
  getUploads,
  pauseUpload,
  resumeUpload,
  subscribeUploads,
  type Upload,
} from './queue';

const NONE: readonly Upload[] = [];

const shareOf = ({ sent, size }: Upload) => (size > 0 ? Math.min(100, Math.floor((100 * sent) / size)) : 0);

function stateWords(upload: Upload): string {
  switch (upload.state) {
    case 'waiting':
      return 'Waiting';
    case 'sending':
      return `${sizeWords(upload.sent)} of ${sizeWords(upload.size)}`;
    case 'paused':
      return `Paused at ${shareOf(upload)} %`;
    case 'done':
      return upload.words ?? bidi`Uploaded to ${upload.where}`;
    case 'failed':
      return upload.words ?? 'Not uploaded';
    case 'lost':
      return `Stopped at ${shareOf(upload)} %. Choose the file again to go on.`;
  }
}

function summary(uploads: readonly Upload[]): string {
  const of = (state: Upload['state']) => uploads.filter((one) => one.state === state).length;
  const under = of('sending') + of('waiting');
  const failed = of('failed') ? `, ${of('failed')} failed` : '';
  if (under > 0) return `Uploading ${under} ${under === 1 ? 'file' : 'files'}${failed}`;
  if (of('paused') + of('lost') > 0) return `${of('paused') + of('lost')} paused${failed}`;
  return `${of('done')} uploaded${failed}`;
}

/** How long it stays when all is done; longer where there is something to read, such as another name (ms). */
const DONE = 5_000;
const TOLD = 12_000;
const LOOK_AGAIN = 1_000;

/**
 * Loaded by `TrayHost` with the first upload. It goes by itself when all has arrived, unless the pointer or the focus is in
 * it; what was closed before comes back with the next upload, or one that fails.
 */
export function UploadTray() {
  const uploads = useSyncExternalStore(subscribeUploads, getUploads, () => NONE);
  const [chosen, setChosen] = useState<boolean>();
  const [closed, setClosed] = useState<readonly string[]>([]);
  const [tray, setTray] = useState<HTMLElement | null>(null);
  const listed = uploads.map(({ id, state }) => (state === 'failed' ? `${id} failed` : id));
  const finished = uploads.length > 0 && uploads.every(({ state }) => state === 'done');
  const told = uploads.some(({ words }) => words);
  useEffect(() => {
    if (!finished) return;
    const close = () => {
      if (tray?.matches(':hover, :focus-within')) timer = setTimeout(close, LOOK_AGAIN);
      else clearFinished();
    };
    let timer = setTimeout(close, told ? TOLD : DONE);
    return () => clearTimeout(timer);
  }, [finished, told, tray]);
  useEffect(() => (tray ? followFoot(tray, () => footBelow(tray)) : undefined), [tray]);
  if (listed.every((one) => closed.includes(one))) return null;
  // Once all is well it makes room, unless there is something to tell.
  const open = chosen ?? !(finished && !told);
  const words = summary(uploads);
  return (
    <section
      ref={setTray}
      data-foot=""
      aria-label="Uploads"
      className="fixed right-4 bottom-[calc(12px+max(var(--foot,0px),4px))] z-popover w-[min(360px,calc(100vw-32px))] overflow-hidden rounded-xl border border-border bg-surface shadow-e2 print:hidden"
    >
      <div className="flex items-center gap-1 py-1 pr-1 pl-3">
        <p role="status" className="min-w-0 flex-1 truncate text-base font-semibold">
          {words}
        </p>
        <IconButton
          label={open ? 'Hide the list of uploads' : 'Show the list of uploads'}
          icon={open ? <ChevronDown /> : <ChevronUp />}
          aria-expanded={open}
          onClick={() => setChosen(!open)}
        />
        <IconButton
          label="Close"
          icon={<X />}
          onClick={() => {
            setClosed(listed);
            clearFinished();
          }}
        />
      </div>
      {open && (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by Tab
          tabIndex={0}
          aria-label="Files"
          className="max-h-72 divide-y divide-border overflow-y-auto border-t border-border"
        >
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
    </section>
  );
}

function UploadRow({ upload }: { upload: Upload }) {
  const { id, name, state } = upload;
  const bad = state === 'failed';
  return (
    <li className="flex items-center gap-2 py-1.5 pr-1 pl-3">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-1.5 text-base">
          {state === 'done' && <CircleCheck className="size-4 shrink-0 text-ok-text" />}
          {bad && <CircleAlert className="size-4 shrink-0 text-danger-text" />}
          <span dir="auto" className="truncate" title={name}>
            {name}
          </span>
        </p>
        <p className={bad ? 'text-xs text-danger-text' : 'text-xs text-text-3 tabular-nums'}>{stateWords(upload)}</p>
        {(state === 'sending' || state === 'paused') && (
          <div
            role="progressbar"
            aria-label={bidi`Upload of ${name}`}
            aria-valuenow={shareOf(upload)}
            className="mt-1 h-1 overflow-hidden rounded-full bg-hover"
          >
            <div className="h-full bg-accent" style={{ width: `${shareOf(upload)}%` }} />
          </div>
        )}
      </div>
      {state === 'sending' && <Act label={bidi`Pause ${name}`} icon={<Pause />} onPress={() => pauseUpload(id)} />}
      {state === 'paused' && <Act label={bidi`Resume ${name}`} icon={<Play />} onPress={() => resumeUpload(id)} />}
      {bad && <Act label={bidi`Retry ${name}`} icon={<RotateCw />} onPress={() => resumeUpload(id)} />}
      {state === 'lost' && <ChooseAgain upload={upload} />}
      {state !== 'done' && <Act label={bidi`Cancel ${name}`} icon={<X />} onPress={() => void cancelUpload(id)} />}
    </li>
  );
}

const Act = ({ label, icon, onPress }: { label: string; icon: ReactNode; onPress: () => void }) => (
  <IconButton label={label} icon={icon} size="compact" onClick={onPress} />
);

/** Browsers do not keep a file over a reload, so the person names it once more. */
function ChooseAgain({ upload }: { upload: Upload }) {
  const field = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState(false);
  return (
    <>
      <input
        ref={field}
        type="file"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (!file) return;
          const same = file.name === upload.name && file.size === upload.size;
          setWrong(!same);
          if (same) resumeUpload(upload.id, file);
        }}
      />
      <Button size="compact" icon={<FileUp />} onClick={() => field.current?.click()}>
        {wrong ? 'Another file' : 'Choose'}
        <span className="sr-only"> {upload.name} again</span>
      </Button>
    </>
  );
}
