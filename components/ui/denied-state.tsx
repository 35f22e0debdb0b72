import { Lock } from 'lucide-react';
import { ButtonLink } from './button-link';

/** A screen that exists, but not for this role: what, why, who can help, and the way back. */
export function DeniedState({
  what,
  why,
  who,
  backHref,
  backLabel = 'Back',
}: {
  /** What was asked for, e.g. "Settings are not open to you". */
  what: string;
  /** The rule in plain words, e.g. "Users can read projects but not settings." */
  why: string;
  /** Who can grant it, e.g. "Ask Anna Keller (Admin)." */
  who: string;
  backHref: string;
  backLabel?: string;
}) {
  return (
    <div className="mx-auto flex max-w-[52ch] flex-col items-center gap-3 px-4 py-16 text-center">
      <span className="flex size-10 items-center justify-center rounded-full bg-hover text-text-3">
        <Lock className="size-5" />
      </span>
      <h1 className="text-xl font-title">{what}</h1>
      <p className="text-base text-text-2">
        {why} {who}
      </p>
      <ButtonLink href={backHref} variant="primary">
        {backLabel}
      </ButtonLink>
    </div>
  );
}
