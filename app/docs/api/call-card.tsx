import { Fragment } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import type { Call, Field } from './reference';

export function CallCard({ call }: { call: Call }) {
  return (
    <li className="min-w-0 rounded-lg border border-border bg-surface p-4 sm:p-5">
      <h3 className="flex flex-wrap items-baseline gap-x-2 font-mono text-base font-semibold">
        <span className="text-accent-text">{call.method}</span>
        <a href={`#${call.id}`} className="rounded-xs break-all hover:underline">
          {call.path}
        </a>
      </h3>
      <p className="mt-1 text-base">
        <Prose text={call.summary} />
      </p>
      <p className="mt-1 text-sm text-text-2">
        <span className="font-medium text-text">Who may:</span> {call.who}
      </p>
      <details className="mt-3">
        <summary className="flex min-h-8 cursor-pointer items-center rounded-sm text-sm font-medium text-accent-text hover:underline pointer-coarse:min-h-11">
          Input, example, answer and errors
        </summary>
        {/* A link to what lies inside opens it, without scripts. */}
        <span id={call.id} className="block scroll-mt-40" />
        <Fields title="Input" fields={call.input} />
        <Code title="Example" text={call.request} what={`the call ${call.method} ${call.path}`} />
        <Fields title={`Answer ${call.status}`} fields={call.answer} />
        {call.example ? (
          <Code title="Example answer" text={call.example} what={`the answer of ${call.method} ${call.path}`} />
        ) : (
          <p className="mt-3 text-sm text-text-2">Answers with a file.</p>
        )}
        <p className="mt-3 text-sm text-text-2">
          <a href="#errors" className="rounded-xs font-semibold text-text underline underline-offset-2">
            Errors
          </a>
          : {call.errors.join(', ')}
        </p>
      </details>
    </li>
  );
}

// Said once for all of them: there are some thousand fields.
const FIELDS =
  'mt-1 grid gap-x-4 text-sm grid-cols-[minmax(0,1fr)] sm:grid-cols-[14rem_minmax(0,1fr)] ' +
  '[&_dt]:font-mono [&_dt]:text-xs [&_dt]:leading-5 [&_dt]:break-words ' +
  '[&_b]:font-sans [&_b]:font-normal [&_b]:text-danger-text [&_i]:font-sans [&_i]:text-text-3 [&_i]:not-italic ' +
  '[&_dd]:mb-1.5 [&_dd]:leading-5 [&_dd]:break-words [&_dd]:text-text-2';

function Fields({ title, fields }: { title: string; fields: Field[] }) {
  if (fields.length === 0) return null;
  return (
    <>
      <h4 className="mt-3 text-sm font-semibold">{title}</h4>
      <dl className={FIELDS}>
        {fields.map(({ name, required, where, words }) => (
          <Fragment key={`${where} ${name}`}>
            <dt>
              {name}
              {required && where !== 'answer' && <b> required</b>}
              {(where === 'path' || where === 'header') && <i> in the {where}</i>}
            </dt>
            <dd>
              <Prose text={words} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </>
  );
}

function Code({ title, text, what }: { title: string; text: string; what: string }) {
  return (
    <figure className="mt-3">
      <div className="flex items-center justify-between">
        <h4 className="text-sm font-semibold">{title}</h4>
        <CopyButton what={what} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a section would make each example a landmark */}
      <div
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
        tabIndex={0}
        aria-label={`${title}: ${what}`}
        className="mt-1 max-h-80 overflow-auto rounded-md bg-sunken"
      >
        <pre className="p-3 font-mono text-xs leading-5">{text}</pre>
      </div>
    </figure>
  );
}

/** `text` with field names between backticks. */
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change
      <code key={index}>{part}</code>
    ) : (
      part
    ),
  );
}
