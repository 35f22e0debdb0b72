'use client';

import { type RefObject, useEffect } from 'react';
import { beginTemplateWith } from '@/components/overlay/begun-template';
import { openOverlay } from '@/components/overlay/overlay';
import { useFormats } from '@/components/ui/formats';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { bidi } from '@/lib/bidi';
import { estimateWords, PRIORITY_LABEL } from '@/lib/task/vocabulary';
import type { ReadsTask } from './quick-add';
import type { QuickPart } from './read-quick';
import { useQuick } from './use-quick';

/** What was understood of a line, as chips; each can be made words again. */
export function Understood({
  text,
  projectId,
  reads,
}: {
  text: string;
  projectId: string | undefined;
  /** Reads the line as it is shown. */
  reads: RefObject<ReadsTask>;
}) {
  const { parts, keep, read } = useQuick(text, projectId);
  useEffect(() => {
    reads.current = read;
  });
  const formats = useFormats();
  const say = (part: QuickPart) => {
    switch (part.kind) {
      case 'due':
        return `Due ${formats.day(part.date)}`;
      case 'assignee':
        return part.of.name;
      case 'label':
        return bidi`Label ${part.of.name}`;
      case 'priority':
        return `Priority ${PRIORITY_LABEL[part.priority]}`;
      case 'estimate':
        return estimateWords(part.minutes);
    }
  };
  if (projectId && text.startsWith('/'))
    return (
      <button
        type="button"
        className="chip chip-active w-fit max-w-full"
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => {
          beginTemplateWith({ project: { _id: projectId, name: '' }, words: text.slice(1).trim() });
          openOverlay('use-template');
        }}
      >
        <span className="truncate">Use a template</span>
      </button>
    );
  return (
    <>
      <VisuallyHidden>
        <span role="status">{parts.length > 0 && `Understood: ${parts.map(say).join(', ')}`}</span>
      </VisuallyHidden>
      {parts.length > 0 && (
        <span className="flex flex-wrap gap-1">
          {parts.map((part) => (
            <button
              key={`${part.kind} ${part.word}`}
              type="button"
              title={`Keep “${part.word}” in the title`}
              className="chip chip-active max-w-full"
              // The field keeps its focus, and does not close for it.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => keep(part.word)}
            >
              <span className="truncate">{say(part)}</span>
              <span aria-hidden="true" className="icon icon-x" />
              <VisuallyHidden>, keep “{part.word}” in the title</VisuallyHidden>
            </button>
          ))}
        </span>
      )}
    </>
  );
}
