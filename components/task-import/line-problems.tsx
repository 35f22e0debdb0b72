'use client';

import { Download } from 'lucide-react';
import { saveFile } from '@/components/query/save-file';
import { Button } from '@/components/ui/button';
import { isolated } from '@/lib/bidi';
import { csvText } from '@/lib/csv';
import type { TaskImport } from '@/lib/task-import/schema';

const SHOWN = 100;

export function LineProblems({ title, lines }: { title: string; lines: TaskImport['errors'] }) {
  if (!lines.length) return null;
  return (
    <section aria-label={title}>
      <div className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-base font-semibold">
          {isolated(title)} <span className="font-normal text-text-2 tabular-nums">{lines.length}</span>
        </h3>
        <Button size="compact" icon={<Download />} onClick={() => save(lines)}>
          Download<span className="sr-only"> {title}</span>
        </Button>
      </div>
      <ul className="max-h-56 overflow-auto rounded-sm border border-border text-sm" tabIndex={-1}>
        {lines.slice(0, SHOWN).map(({ line, message }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line may be named twice, and the list does not change.
          <li key={at} className="flex gap-3 border-b border-border px-2 py-1 last:border-b-0">
            <span className="w-16 shrink-0 text-text-2 tabular-nums">{line ? `Line ${line}` : ''}</span>
            <span className="min-w-0 break-words">{message}</span>
          </li>
        ))}
      </ul>
      {lines.length > SHOWN && (
        <p className="mt-1 text-sm text-text-2">The first {SHOWN} are shown; the download has all of them.</p>
      )}
    </section>
  );
}

function save(lines: TaskImport['errors']) {
  const text = csvText([['line', 'reason'], ...lines.map(({ line, message }) => [line, message])]);
  saveFile(text, 'import-lines.csv');
}
