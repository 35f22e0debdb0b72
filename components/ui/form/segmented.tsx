'use client';

import { Link } from '@/components/ui/link';
import { stepsOf, widthOf } from './room';
import { SegmentedMore } from './segmented-more';

/** So many fit anywhere. */
const FEW = 4;
/** Of a label, of the button behind which others are, and of the frame (px). */
const [AROUND, MORE, FRAME] = [24, 112, 6];

/** Places side by side; those that have no room are behind its last button. */
export function Segmented({
  label,
  segments,
}: {
  label: string;
  segments: readonly {
    href: string;
    label: string;
    current: boolean;
    /** Lets a key find it. */
    view?: string;
  }[];
}) {
  const labels = segments.map((segment) => segment.label);
  const whole = widthOf(labels, AROUND) + FRAME;
  const steps = labels.length > FEW ? stepsOf(labels, AROUND, MORE, whole) : null;
  return (
    <nav aria-label={label} className="edge-fade-x max-w-full overflow-x-auto">
      <ul className="inline-flex rounded-md border border-border bg-sunken p-0.5">
        {segments.map((segment, at) => (
          <li key={segment.href} className={steps ? `fits-${steps[at]}` : undefined}>
            <Link
              dir="auto"
              href={segment.href}
              scroll={false}
              data-view={segment.view}
              aria-current={segment.current ? 'page' : undefined}
              className="segment"
            >
              {segment.label}
            </Link>
          </li>
        ))}
        {steps && (
          <li className={`folds folds-${Math.max(...steps)}`}>
            <SegmentedMore
              segments={segments.map(({ href, label, current }, at) => ({
                href,
                label,
                current,
                step: steps[at] ?? 0,
              }))}
            />
          </li>
        )}
      </ul>
    </nav>
  );
}
