import { VisuallyHidden } from './visually-hidden';

/** Sizes are CSS lengths. Appears after 200 ms. */
function Skeleton({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  return (
    <span className="block animate-appear-late" style={{ width, height }} aria-hidden="true">
      <span className="block size-full animate-breathe rounded-xs bg-hover" />
    </span>
  );
}

export function SkeletonRows({
  rows = 6,
  rowHeight = 40,
  label = 'Loading',
}: {
  rows?: number;
  /** In px; 32 compact, 40 comfortable, 48 touch. */
  rowHeight?: number;
  label?: string;
}) {
  return (
    <div aria-busy="true" className="divide-y divide-border">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <div key={row} className="flex items-center gap-3" style={{ height: rowHeight }}>
          <Skeleton width="20px" height="20px" />
          <Skeleton width={`${40 + ((row * 17) % 35)}%`} height="12px" />
          <span className="flex-1" />
          <Skeleton width="64px" height="12px" />
        </div>
      ))}
    </div>
  );
}
