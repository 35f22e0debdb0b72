/** The dated record of a sign-off as a page of its own: to keep, to print and to check. Runs anywhere. */
import type { Formats } from '@/lib/formats';
import type { PersonBadge } from '@/lib/person/schema';
import type { Asked, SignOffDetail, SignOffField } from '@/lib/sign-off/schema';
import { CAUSE_WORDS, placeInWords, STANDING_LABEL, type SubjectKind } from '@/lib/sign-off/vocabulary';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string);

const STYLE = `body{font:15px/1.6 system-ui,sans-serif;color:#1c1f25;background:#fff;max-width:46rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem;line-height:1.3;margin:0 0 .25rem}h2{font-size:1.05rem;margin:2rem 0 .5rem}h3{font-size:1rem;margin:1.25rem 0 .25rem}p{margin:.25rem 0}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-top:1px solid #ddd}
th{font-weight:600;width:11rem}code,pre{font:13px/1.5 ui-monospace,monospace;overflow-wrap:anywhere}pre{white-space:pre-wrap;background:#f5f4f1;padding:.75rem;border-radius:6px}
.state{font-weight:600}.meta{color:#494d55}@media print{body{margin:0;max-width:none}pre{border:1px solid #ddd}}`;

type Where = { organisation: string; project: string | null; formats: Formats; now: number };

const nameOf = (person: PersonBadge | null) => escaped(person?.name ?? 'Somebody whose name you do not see');

/** The reader's time, and the same moment in UTC. */
const momentOf = (formats: Formats, at: string) =>
  `${escaped(formats.moment(at, 'exact'))} <span class="meta">(${at.slice(0, 19).replace('T', ' ')} UTC)</span>`;

function decisionOf(
  { person, decision, reason, marks, decided_at }: Asked,
  formats: Formats,
  fileNames: Map<string, string>,
): string {
  const words = decision === 'approve' ? 'Approved' : decision === 'return' ? 'Returned' : 'Has not decided';
  const remarks = marks.map((mark) => {
    const file = mark.file_id ? fileNames.get(mark.file_id) : undefined;
    return `<li>${escaped(file ? `${file}, ` : '')}${escaped(placeInWords(mark))}: ${escaped(mark.body)}</li>`;
  });
  return `<tr><th scope="row"><bdi>${nameOf(person)}</bdi></th><td>${words}${decided_at ? `, ${momentOf(formats, decided_at)}` : ''}${
    reason ? `<p><bdi>${escaped(reason)}</bdi></p>` : ''
  }${remarks.length ? `<ul>${remarks.join('')}</ul>` : ''}</td></tr>`;
}

const KIND: Record<SubjectKind, string> = { task: 'Task', file: 'File', milestone: 'Milestone' };

/** How the hash comes about; of a file and of what is in part hidden there is no text to show. */
const CHECK: Record<SubjectKind, string> = {
  task: 'The hash is the SHA-256 of the following text in UTF-8, without a line break at its end: the description, the hashes of the attachments in order, and what the fields say that clients see. The name of the task and of files is not part of it.',
  file: 'The hash is the SHA-256 of the file’s bytes, as <code>sha256sum</code> or <code>Get-FileHash</code> gives it. Its name is not part of it.',
  milestone:
    'The hash is the SHA-256 of the following text in UTF-8, without a line break at its end: the due date, and of each task its number, its description, the hashes of its attachments in order, and what its fields say that clients see. Names of the milestone, of tasks and of files are not part of it.',
};

const fieldsTable = (fields: readonly SignOffField[], formats: Formats) =>
  table(
    fields.map(({ name, kind, value }) => [
      `<bdi>${escaped(name)}</bdi>`,
      `<bdi>${escaped(kind === 'date' ? formats.day(String(value)) : String(value))}</bdi>`,
    ]),
  );
const filesTable = (files: readonly { name: string; sha256: string }[]) =>
  table(files.map(({ name, sha256 }) => [`<bdi>${escaped(name)}</bdi>`, `<code>${sha256}</code>`]));
const table = (rows: readonly (readonly [string, string])[]) =>
  rows.length
    ? `<table>${rows.map(([name, value]) => `<tr><th scope="row">${name}</th><td>${value}</td></tr>`).join('')}</table>`
    : '';

type Shown = {
  description: string;
  fields: readonly SignOffField[];
  files: readonly { name: string; sha256: string }[];
};
const textOf = ({ description, fields, files }: Shown, formats: Formats) =>
  `<pre dir="auto">${escaped(description || 'No description.')}</pre>${fieldsTable(fields, formats)}${filesTable(files)}`;

function shownOf({ content, subject }: SignOffDetail, formats: Formats): string {
  if (subject.kind === 'file') return '';
  if (subject.kind === 'task')
    return `<h2>What was shown</h2>${textOf({ ...content, description: content.description ?? '' }, formats)}`;
  const tasks = content.tasks.map(
    (task) => `<h3><bdi>${escaped(`${task.key} ${task.title}`)}</bdi></h3>${textOf(task, formats)}`,
  );
  const due = content.due_date ? `Due ${escaped(formats.day(content.due_date))}.` : 'Without a due date.';
  return `<h2>What was shown</h2><p>${due}</p>${tasks.join('') || '<p>No tasks.</p>'}`;
}

/** HTML without scripts; whatever people wrote is text in it. */
export function recordHtml(signOff: SignOffDetail, { organisation, project, formats, now }: Where): string {
  const { subject, content, hash, people, fallen, state, note, version_number: version } = signOff;
  const what = subject.kind === 'task' ? `${subject.key} ${content.title}` : content.title;
  const rows: [string, string][] = [
    ['Organisation', escaped(organisation)],
    ...(project ? [['Project', escaped(project)] as [string, string]] : []),
    [KIND[subject.kind], `<bdi>${escaped(what)}</bdi>${version ? `, version ${version}` : ''}`],
    ...(subject.title === content.title
      ? []
      : [['Called now', `<bdi>${escaped(subject.title)}</bdi>`] as [string, string]]),
    ['Asked by', `<bdi>${nameOf(signOff.asked_by)}</bdi>, ${momentOf(formats, signOff.created_at)}`],
    ...(note ? [['Note', `<bdi>${escaped(note)}</bdi>`] as [string, string]] : []),
    ['SHA-256', `<code>${hash}</code>`],
  ];
  const files = new Map(content.files.map(({ _id, name }) => [_id, name]));
  const fall = fallen
    ? `<p>It fell${fallen.at ? ` on ${momentOf(formats, fallen.at)}` : ''}, because ${CAUSE_WORDS[fallen.because]}${
        fallen.by ? ` (by <bdi>${nameOf(fallen.by)}</bdi>)` : ''
      }. Until then it was ${fallen.was === 'approved' ? 'approved' : 'waiting for approval'}.</p>`
    : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(`Sign-off: ${what}`)}</title><style>${STYLE}</style></head>
<body><main><h1>Sign-off: <bdi>${escaped(what)}</bdi></h1>
<p class="state">${STANDING_LABEL[state]}</p>${fall}
${table(rows)}
<h2>Decisions</h2><table>${people.map((one) => decisionOf(one, formats, files)).join('')}</table>
${shownOf(signOff, formats)}<h2>How to check it</h2>${
    subject.kind !== 'file' && content.hashed === null
      ? '<p>The hash is of more than is shown here: a part of it is no longer shared with you.</p>'
      : `<p>${CHECK[subject.kind]}</p>${content.hashed === null ? '' : `<pre>${escaped(content.hashed)}</pre>`}`
  }
<p class="meta">Record made ${momentOf(formats, new Date(now).toISOString())}. Times are those of ${escaped(formats.timeZone)}.</p>
</main></body></html>
`;
}
