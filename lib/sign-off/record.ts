/** The dated record of a sign-off as a page of its own: to keep, to print and to check. Runs anywhere. */
import type { Formats } from '@/lib/formats';
import type { PersonBadge } from '@/lib/person/schema';
import type { Asked, SignOffDetail } from '@/lib/sign-off/schema';
import { CAUSE_WORDS, placeInWords, STANDING_LABEL } from '@/lib/sign-off/vocabulary';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string);

const STYLE = `body{font:15px/1.6 system-ui,sans-serif;color:#1c1f25;background:#fff;max-width:46rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem;line-height:1.3;margin:0 0 .25rem}h2{font-size:1.05rem;margin:2rem 0 .5rem}p{margin:.25rem 0}
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

/** HTML without scripts; whatever people wrote is text in it. */
export function recordHtml(signOff: SignOffDetail, { organisation, project, formats, now }: Where): string {
  const { subject, content, hash, people, fallen, state, note, version_number: version } = signOff;
  const what = subject.kind === 'task' ? `${subject.key} ${content.title}` : content.title;
  const rows: [string, string][] = [
    ['Organisation', escaped(organisation)],
    ...(project ? [['Project', escaped(project)] as [string, string]] : []),
    [subject.kind === 'task' ? 'Task' : 'File', `<bdi>${escaped(what)}</bdi>${version ? `, version ${version}` : ''}`],
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
  const shown =
    subject.kind === 'task'
      ? `<h2>What was shown</h2><pre dir="auto">${escaped(content.description || 'No description.')}</pre>${
          content.files.length
            ? `<table>${content.files.map(({ name, sha256 }) => `<tr><th scope="row"><bdi>${escaped(name)}</bdi></th><td><code>${sha256}</code></td></tr>`).join('')}</table>`
            : ''
        }<h2>How to check it</h2><p>The hash is the SHA-256 of the following text in UTF-8, without a line break at its end: the description, and the hashes of the attachments in order. Names are not part of it.</p><pre>${escaped(content.hashed ?? '')}</pre>`
      : '<h2>How to check it</h2><p>The hash is the SHA-256 of the file’s bytes, as <code>sha256sum</code> or <code>Get-FileHash</code> gives it. Its name is not part of it.</p>';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(`Sign-off: ${what}`)}</title><style>${STYLE}</style></head>
<body><main><h1>Sign-off: <bdi>${escaped(what)}</bdi></h1>
<p class="state">${STANDING_LABEL[state]}</p>${fall}
<table>${rows.map(([name, value]) => `<tr><th scope="row">${name}</th><td>${value}</td></tr>`).join('')}</table>
<h2>Decisions</h2><table>${people.map((one) => decisionOf(one, formats, files)).join('')}</table>
${shown}
<p class="meta">Record made ${momentOf(formats, new Date(now).toISOString())}. Times are those of ${escaped(formats.timeZone)}.</p>
</main></body></html>
`;
}
