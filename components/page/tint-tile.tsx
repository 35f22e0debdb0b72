import { cut } from '@/lib/text';

const TINT = /^c[1-8]$/;

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
    <span aria-hidden="true" className={`tile ${SIZE[size]} tint-${TINT.test(tint) ? tint.slice(1) : 1}`}>
      {cut(name.trim(), 1) || '?'}
      {logo && (
        // biome-ignore lint/performance/noImgElement: small, encoded for this size, and kept by the browser
        <img src={logo} alt="" decoding="async" className="absolute inset-0 size-full bg-surface object-contain" />
      )}
    </span>
  );
}
