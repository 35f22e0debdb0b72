import type { ReactNode } from 'react';
import { Logo } from '@/components/brand/logo';
import { FooterCredit } from '@/components/page/footer-credit';
import { Link } from '@/components/ui/link';

/** Form and, from 900 px on, a picture that phones never fetch. */
export function AuthFrame({ vendor, children }: { vendor: { name: string; url: string }; children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-cols-1 min-[900px]:grid-cols-[minmax(500px,1fr)_minmax(0,1.1fr)]">
      <div className="flex min-h-dvh flex-col px-5 sm:px-8">
        <header className="mx-auto w-full max-w-[400px] pt-8 pb-6">
          <Link href="/" className="inline-flex min-h-11 items-center rounded-sm">
            <Logo size={32} />
          </Link>
        </header>
        <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[400px] flex-1 pb-12 min-[900px]:pt-[6vh]">
          {children}
        </main>
        <footer className="mx-auto w-full max-w-[400px] pb-6">
          <FooterCredit vendor={vendor} />
        </footer>
      </div>
      <div className="sticky top-0 hidden h-dvh overflow-hidden border-l border-border min-[900px]:block">
        <SidePicture src="/auth-side-light.svg" theme="light" />
        <SidePicture src="/auth-side-dark.svg" theme="dark" />
      </div>
    </div>
  );
}

/** Lazy and hidden together: the browser fetches only the picture that is shown. */
function SidePicture({ src, theme }: { src: string; theme: 'light' | 'dark' }) {
  return (
    // biome-ignore lint/performance/noImgElement: a vector file gains nothing from the optimiser
    <img
      src={src}
      alt=""
      width={960}
      height={1200}
      loading="lazy"
      decoding="async"
      className={theme === 'light' ? 'size-full object-cover dark:hidden' : 'hidden size-full object-cover dark:block'}
    />
  );
}
