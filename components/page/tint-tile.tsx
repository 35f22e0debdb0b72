import { cn } from '@/lib/class-names';

const SOFT: Record<string, string> = {
  c1: 'bg-c1-soft text-c1-text',
  c2: 'bg-c2-soft text-c2-text',
  c3: 'bg-c3-soft text-c3-text',
  c4: 'bg-c4-soft text-c4-text',
  c5: 'bg-c5-soft text-c5-text',
  c6: 'bg-c6-soft text-c6-text',
  c7: 'bg-c7-soft text-c7-text',
  c8: 'bg-c8-soft text-c8-text',
};

const SIZE = {
  20: 'size-5 rounded-xs text-[0.625rem]',
  24: 'size-6 rounded-sm text-2xs',
  28: 'size-7 rounded-sm text-xs',
  40: 'size-10 rounded-md text-base',
  64: 'size-16 rounded-lg text-xl',
} as const;

/** The logo, else the first letter; decorative beside the name. */
export function TintTile({
  tint,
  name,
  logo,
  size = 24,
}: {
  tint: string;
  name: string;
  /** The letter stays below the picture while it loads, and if that fails. */
  logo?: string | null;
  size?: keyof typeof SIZE;
}) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'relative inline-flex shrink-0 items-center overflow-hidden justify-center font-semibold uppercase select-none',
        SIZE[size],
        SOFT[tint] ?? SOFT.c1,
      )}
    >
      {[...name.trim()][0] ?? '?'}
      {logo && (
        // biome-ignore lint/performance/noImgElement: small, encoded for this size, and kept by the browser
        <img src={logo} alt="" decoding="async" className="absolute inset-0 size-full bg-surface object-contain" />
      )}
    </span>
  );
}
