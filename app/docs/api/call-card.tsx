import { Fragment } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import { cn } from '@/lib/class-names';
import type { Call, Field, RecordType } from './reference';

/** `href`: where it is described; without `whole` it is only named here. */
export function CallCard({ call, href, whole }: { call: Call; href: string; whole: boolean }) {
  return (
    <li>
      <h3>
        <span>{call.method}</span>
        <a href={href}>{call.path}</a>
      </h3>
      <p>
        <Prose text={call.summary} />
      </p>
      <p>
        <b>Who may:</b> {call.who}
      </p>
      {whole && <CallDetails call={call} />}
    </li>
  );
}

function CallDetails({ call }: { call: Call }) {
  return (
    <details>
      <summary>Input, example, answer and errors</summary>
      {/* A link to what lies inside opens it, without scripts. */}
      <span id={call.id} />
      <Fields title="Input" fields={call.input} />
      <Code title="Example" text={call.request} what={`the call ${call.method} ${call.path}`} />
      <p>
        <b>Answer {call.status}:</b> <Prose text={call.answer ?? 'a file'} />
      </p>
      <Fields title="Fields of the answer" fields={call.fields} />
      {call.example && (
        <Code title="Example answer" text={call.example} what={`the answer of ${call.method} ${call.path}`} />
      )}
      <p>
        <a href="#errors">Errors</a>: {call.errors.join(', ')}
      </p>
    </details>
  );
}

/** Where a record is described; on this page where nothing else is said. */
type HrefOf = (name: string) => string;
const onThisPage: HrefOf = (name) => `#${name}`;

export function RecordCard({
  record: { name, base, more, example },
  hrefOf,
}: {
  record: RecordType;
  hrefOf: HrefOf | undefined;
}) {
  return (
    <li>
      <h3>
        <a href={`#${name}`}>{name}</a>
      </h3>
      <details>
        <summary>Fields and example</summary>
        <span id={name} />
        {base && (
          <p>
            <Prose text={`The fields of [${base}], and those below.`} hrefOf={hrefOf} />
          </p>
        )}
        <Fields title="Fields" fields={more} hrefOf={hrefOf} />
        <Code title="Example" text={example} what={`the record ${name}`} />
      </details>
    </li>
  );
}

/** Said once around all cards: there are some hundred, with a thousand fields. */
export const CARDS = cn(
  '[&_ul]:grid [&_ul]:grid-cols-[minmax(0,1fr)] [&_ul]:gap-4',
  '[&_li]:min-w-0 [&_li]:rounded-lg [&_li]:border [&_li]:border-border [&_li]:bg-surface [&_li]:p-4 sm:[&_li]:p-5',
  '[&_h3]:flex [&_h3]:flex-wrap [&_h3]:items-baseline [&_h3]:gap-x-2 [&_h3]:font-mono [&_h3]:text-base',
  '[&_h3]:font-semibold [&_h3>span]:text-accent-text',
  '[&_h3>a]:rounded-xs [&_h3>a]:break-all [&_h3>a]:hover:underline',
  '[&_li_p]:mt-3 [&_li_p]:text-sm [&_li_p]:text-text-2 [&_li_p>b]:font-medium [&_li_p>b]:text-text',
  '[&_li>p]:mt-1 [&_h3+p]:text-base [&_h3+p]:text-text',
  '[&_:is(p,dd)>a]:rounded-xs [&_:is(p,dd)>a]:text-accent-text [&_:is(p,dd)>a]:underline',
  '[&_:is(p,dd)>a]:underline-offset-2 pointer-coarse:[&_:is(p,dd)>a]:py-1',
  '[&_details]:mt-3 [&_details>span]:block [&_details>span]:scroll-mt-40',
  '[&_summary]:flex [&_summary]:min-h-8 [&_summary]:cursor-pointer [&_summary]:items-center [&_summary]:rounded-sm',
  '[&_summary]:text-sm [&_summary]:font-medium [&_summary]:text-accent-text [&_summary]:hover:underline',
  'pointer-coarse:[&_summary]:min-h-11',
  '[&_h4]:text-sm [&_h4]:font-semibold [&_details>h4]:mt-3',
  '[&_dl]:mt-1 [&_dl]:grid [&_dl]:gap-x-4 [&_dl]:text-sm [&_dl]:grid-cols-[minmax(0,1fr)]',
  'sm:[&_dl]:grid-cols-[14rem_minmax(0,1fr)]',
  '[&_dt]:font-mono [&_dt]:text-xs [&_dt]:leading-5 [&_dt]:break-words',
  '[&_dt>b]:font-sans [&_dt>b]:font-normal [&_dt>b]:text-danger-text',
  '[&_dt>i]:font-sans [&_dt>i]:text-text-3 [&_dt>i]:not-italic',
  '[&_dd]:mb-1.5 [&_dd]:leading-5 [&_dd]:break-words [&_dd]:text-text-2',
  '[&_figure]:mt-3 [&_figure>div:first-child]:flex [&_figure>div:first-child]:items-center',
  '[&_figure>div:first-child]:justify-between [&_[role=group]]:mt-1 [&_[role=group]]:max-h-80',
  '[&_[role=group]]:overflow-auto [&_[role=group]]:rounded-md [&_[role=group]]:bg-sunken',
  '[&_pre]:p-3 [&_pre]:font-mono [&_pre]:text-xs [&_pre]:leading-5',
);

function Fields({ title, fields, hrefOf }: { title: string; fields: Field[]; hrefOf?: HrefOf | undefined }) {
  if (fields.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <dl>
        {fields.map(({ name, required, where, words }) => (
          <Fragment key={name}>
            <dt>
              {name}
              {required && where !== 'answer' && <b> required</b>}
              {(where === 'path' || where === 'header') && <i> in the {where}</i>}
            </dt>
            <dd>
              <Prose text={words} hrefOf={hrefOf} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </>
  );
}

export function Code({ title, text, what }: { title: string; text: string; what: string }) {
  return (
    <figure>
      <div>
        <h4>{title}</h4>
        <CopyButton what={what} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a section would make each example a landmark */}
      <div
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
        tabIndex={0}
        aria-label={`${title}: ${what}`}
      >
        <pre>{text}</pre>
      </div>
    </figure>
  );
}

/** `text` with field names between backticks, and records between brackets. */
export function Prose({ text, hrefOf = onThisPage }: { text: string; hrefOf?: HrefOf | undefined }) {
  return text.split(/(`[^`]+`|\[\w+\])/).map((part) => {
    const inner = part.slice(1, -1);
    if (part.startsWith('`')) return <code key={part}>{inner}</code>;
    if (/^\[\w+\]$/.test(part))
      return (
        <a key={part} href={hrefOf(inner)}>
          {inner}
        </a>
      );
    return part;
  });
}
