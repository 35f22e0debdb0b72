/** Decorative; the name stands beside it. */
function LogoMark({ size = 28 }: { size?: 20 | 24 | 28 | 32 | 40 }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32" className="shrink-0">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        className="fill-on-accent"
        d="M16 5.5 27 11.6v2.2H5v-2.2zM6 15.3h20V26h-3.1v-4.4a1.9 1.9 0 0 0-3.8 0V26h-1v-5.6a2.1 2.1 0 0 0-4.2 0V26h-1v-4.4a1.9 1.9 0 0 0-3.8 0V26H6z"
      />
    </svg>
  );
}

export function Logo({ size = 28 }: { size?: 24 | 28 | 32 }) {
  return (
    <span className="inline-flex items-center gap-2.5 text-text">
      <LogoMark size={size} />
      <span className="text-[1.125rem] leading-6 font-title tracking-[-0.015em]">Guildhall</span>
    </span>
  );
}
