'use client';

import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { DialogButton } from '@/components/overlay/on-demand-dialog';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { isolated } from '@/lib/bidi';
import type { SignOffRecord } from '@/lib/sign-off/schema';
import { SignOffLine } from './sign-off-line';
import { type SubjectId, signOffsQuery } from './sign-off-query';

const askDialog = () => import('./ask-dialog').then((module) => module.AskDialog);

/**
 * Whether something is approved, and by whom: the newest sign-off, those before it, and asking. Draws nothing where there is
 * none and nobody may ask. `of`: what it is about, where a page has several: there a
 * line is enough, and asking is elsewhere.
 */
export function SignOffPart({
  subject,
  of,
  newest,
  mayAsk,
  share,
  onChanged,
}: {
  subject: SubjectId;
  of?: string;
  newest: SignOffRecord | null;
  mayAsk: boolean;
  /** Makes the subject visible to clients. */
  share: () => Promise<unknown>;
  onChanged: () => void;
}) {
  const id = useId();
  const [earlier, setEarlier] = useState(false);
  const asks = mayAsk && newest?.state !== 'waiting';
  if (!newest && !asks) return null;
  const again = newest ? newest.people.map(({ _id }) => _id) : [];
  const history = newest && (
    <Button variant="quiet" size="compact" aria-expanded={earlier} onClick={() => setEarlier(!earlier)}>
      History{of && <VisuallyHidden> of {isolated(of)}</VisuallyHidden>}
    </Button>
  );
  const before = earlier && <Earlier subject={subject} without={newest?._id} onChanged={onChanged} />;
  if (of)
    return (
      <section aria-labelledby={id} className="flex flex-col gap-1">
        <h3 id={id} className="sr-only">
          Approval of {isolated(of)}
        </h3>
        {newest && <SignOffLine signOff={newest} beside={history} onChanged={onChanged} />}
        {before}
      </section>
    );
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-2">
        <h2 id={id} className="text-sm font-semibold text-text-2">
          Approval
        </h2>
        <span className="flex flex-wrap items-center">
          {history}
          {asks && (
            <DialogButton
              load={askDialog}
              given={{ subject, chosen: again, share, onChanged }}
              variant="quiet"
              size="compact"
              icon={<ShieldCheck />}
            >
              {newest ? 'Ask again' : 'Ask for approval'}
            </DialogButton>
          )}
        </span>
      </div>
      {newest && <SignOffLine signOff={newest} onChanged={onChanged} />}
      {before}
    </section>
  );
}

function Earlier({
  subject,
  without,
  onChanged,
}: {
  subject: SubjectId;
  without: string | undefined;
  onChanged: () => void;
}) {
  const { data, isError, refetch } = useQuery(signOffsQuery(subject));
  if (isError) return <ErrorState title="The history could not be read" onRetry={() => void refetch()} />;
  if (!data) return <p className="text-sm text-text-3">Reading the history…</p>;
  const others = data.docs.filter(({ _id }) => _id !== without);
  if (others.length === 0) return <p className="text-sm text-text-3">It was never sent for approval before.</p>;
  return (
    <ol aria-label="Earlier sign-offs" className="flex flex-col gap-2 border-t border-border pt-2">
      {others.map((one) => (
        <li key={one._id}>
          <SignOffLine signOff={one} onChanged={onChanged} />
        </li>
      ))}
    </ol>
  );
}
