import { RotateCw, X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { bidi } from '@/lib/bidi';
import { sizeWords } from '@/lib/file/vocabulary';
import type { Attaching } from './use-attaching';

export function SendingRows({ attaching: { sending, retry, cancel } }: { attaching: Attaching }) {
  return (
    <ul
      aria-label="Files on their way"
      className="mt-2 divide-y divide-border rounded-lg border border-border bg-surface"
    >
      {sending.map((one) => {
        const { id, file, sent, problem } = one;
        const share = file.size > 0 ? Math.min(100, Math.floor((100 * sent) / file.size)) : 0;
        return (
          <li key={id} className="flex min-h-11 items-center gap-2 py-1.5 pr-1 pl-3">
            <span className="min-w-0 flex-1">
              <span dir="auto" className="block truncate text-base">
                {file.name}
              </span>
              {problem ? (
                <span role="alert" className="text-xs text-danger-text">
                  {problem}
                </span>
              ) : (
                <>
                  <span className="text-xs text-text-3 tabular-nums">
                    {sizeWords(sent)} of {sizeWords(file.size)}
                  </span>
                  <span
                    role="progressbar"
                    aria-label={bidi`Upload of ${file.name}`}
                    aria-valuenow={share}
                    className="mt-1 block h-1 overflow-hidden rounded-full bg-hover"
                  >
                    <span className="block h-full bg-accent" style={{ width: `${share}%` }} />
                  </span>
                </>
              )}
            </span>
            {problem && (
              <Button size="compact" variant="quiet" icon={<RotateCw />} onClick={() => retry(one)}>
                Retry<span className="sr-only"> {file.name}</span>
              </Button>
            )}
            <IconButton
              label={problem ? bidi`Dismiss ${file.name}` : bidi`Cancel ${file.name}`}
              icon={<X />}
              size="compact"
              onClick={() => cancel(one)}
            />
          </li>
        );
      })}
    </ul>
  );
}
