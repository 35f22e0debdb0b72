import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '@/components/ui/button-link';

/** Says plainly that something cannot be done here yet, who can help today, and where to go on. */
export function NotOpenYet({
  notice,
  steps,
  onward,
  other,
}: {
  /** One sentence: what is not open yet. */
  notice: string;
  /** What to do now, in order. */
  steps: readonly ReactNode[];
  onward: { href: string; label: string };
  other?: { href: string; label: string };
}) {
  return (
    <>
      <p className="flex gap-2 rounded-sm bg-info-soft px-3 py-2.5 text-base text-text">
        <Info className="mt-0.5 text-info-text" />
        {notice}
      </p>
      <h2 className="mt-6 text-base font-semibold">What to do now</h2>
      <ol className="mt-2 list-decimal space-y-2 pl-5 text-read text-text-2">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
          <li key={index}>{step}</li>
        ))}
      </ol>
      <div className="mt-8 flex flex-col gap-3">
        <ButtonLink href={onward.href} variant="primary" size="touch" wide>
          {onward.label}
        </ButtonLink>
        {other && (
          <ButtonLink href={other.href} variant="quiet" wide>
            {other.label}
          </ButtonLink>
        )}
      </div>
    </>
  );
}
