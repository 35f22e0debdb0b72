import { FallbackImage } from '@/components/ui/fallback-image';

/** For the first load or a change of organisation after 400 ms; every other wait has a skeleton in its place. */
export function LoadingScreen({ late = true }: { late?: boolean }) {
  return (
    <div role="status" className="flex min-h-dvh items-center justify-center bg-canvas p-6">
      <div className={late ? 'animate-appear-later' : undefined}>
        <div className="flex flex-col items-center gap-4">
          <div className="animate-breathe">
            <FallbackImage src="/logo.svg" fallback="/logo-fallback.svg" alt="Guildhall" width={250} height={64} />
          </div>
          <p className="text-base text-text-2">Loading…</p>
        </div>
      </div>
    </div>
  );
}
