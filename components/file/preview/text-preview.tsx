import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { RenderedText } from '@/components/page/rendered-text';
import { SelectField } from '@/components/ui/form/select-field';
import { bidi } from '@/lib/bidi';
import type { FileRecord } from '@/lib/file/schema';
import { sizeWords } from '@/lib/file/vocabulary';
import { ENCODING_LABEL, ENCODINGS, type Encoding } from '@/lib/table-file/encodings';
import { previewText, type ReadText } from './preview-text';
import { tableRows } from './table-rows';

/** The beginning of long texts is enough to recognise them (bytes). */
const MOST = 256 * 1024;
const ROWS = 300;

export function TextPreview({
  file,
  src,
  kind,
  onFailure,
}: {
  file: FileRecord;
  src: string;
  kind: 'text' | 'markdown' | 'table';
  onFailure: () => void;
}) {
  // Nothing of an empty file can be asked for by a range.
  const [bytes, setBytes] = useState<Uint8Array | undefined>(file.size === 0 ? new Uint8Array() : undefined);
  const [render, setRender] = useState<(text: string) => string>();
  const [chosen, setChosen] = useState<Encoding>();
  const failed = useEffectEvent(onFailure);
  useEffect(() => {
    if (file.size === 0) return;
    const stop = new AbortController();
    // `download`: some of these types are never shown inline.
    fetch(`${src}&download=1`, { headers: { Range: `bytes=0-${MOST - 1}` }, signal: stop.signal })
      .then(async (answer) => {
        if (!answer.ok) return failed();
        const read = new Uint8Array(await answer.arrayBuffer());
        if (kind === 'markdown') {
          const { renderMarkdown } = await import('@/lib/markdown/markdown');
          setRender(() => renderMarkdown);
        }
        setBytes(read);
      })
      .catch(() => stop.signal.aborted || failed());
    return () => stop.abort();
  }, [src, kind, file.size]);
  const read = useMemo(
    () => bytes && previewText(bytes, file.size > MOST && bytes.length >= MOST, chosen),
    [bytes, file.size, chosen],
  );
  const html = useMemo(() => read && render?.(read.text), [read, render]);
  const text = read?.text;
  if (read === undefined || text === undefined)
    return (
      <p aria-busy="true" className="text-base text-text-3">
        Loading…
      </p>
    );
  const cut = file.size > MOST && (
    <p className="pt-2 text-sm text-text-2">
      The first {sizeWords(MOST)} of {sizeWords(file.size)}. Download the file for the rest.
    </p>
  );
  if (text === '') return <p className="text-base text-text-2">This file is empty.</p>;
  return (
    <>
      <EncodingLine read={read} onChoose={setChosen} />
      {kind === 'table' ? (
        <TableOf text={text} name={file.name} />
      ) : html ? (
        <Scrolls name={file.name}>
          <div className="p-4">
            <RenderedText html={html} />
          </div>
        </Scrolls>
      ) : (
        <Scrolls name={file.name}>
          <pre dir="auto" className="p-3 font-mono text-sm whitespace-pre-wrap">
            {text}
          </pre>
        </Scrolls>
      )}
      {cut}
    </>
  );
}

const OPTIONS = ENCODINGS.map((value) => ({ value, label: ENCODING_LABEL[value] }));

/** Which encoding the letters were read as, where that is not plainly UTF-8; another one may be chosen. */
function EncodingLine({ read, onChoose }: { read: ReadText; onChoose: (encoding: Encoding) => void }) {
  const { encoding, isSure, problem } = read;
  if (encoding === 'utf-8' && isSure) return null;
  return (
    <div className="max-w-80 pb-3">
      <SelectField
        label="Text encoding"
        hint={problem ?? (isSure ? undefined : 'Guessed: choose another if letters look wrong.')}
        value={encoding}
        onChange={(event) => onChoose(event.target.value as Encoding)}
        options={OPTIONS}
      />
    </div>
  );
}

/** What scrolls can be reached by Tab and has a name. */
const Scrolls = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <section
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys
    tabIndex={0}
    aria-label={bidi`Content of ${name}`}
    data-scrolls
    className="relative overflow-auto rounded-lg border border-border bg-sunken"
  >
    {children}
  </section>
);

function TableOf({ text, name }: { text: string; name: string }) {
  const [head = [], ...rows] = tableRows(text, ROWS + 1);
  return (
    <Scrolls name={name}>
      <table className="w-full border-separate border-spacing-0 text-sm">
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: it has no other name
                key={at}
                scope="col"
                className="border-b border-border bg-hover px-2 py-1 text-left font-semibold whitespace-nowrap"
              >
                {cell || ' '}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            <tr
              // biome-ignore lint/suspicious/noArrayIndexKey: it has no other name
              key={line}
            >
              {head.map((_, at) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: it has no other name
                  key={at}
                  className="border-b border-border bg-surface px-2 py-1 align-top"
                >
                  {row[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}
