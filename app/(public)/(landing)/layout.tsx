import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { FooterCredit } from '@/components/page/footer-credit';
import { env } from '@/lib/env';

export const metadata: Metadata = { title: { absolute: 'Guildhall · Projects and tasks' } };

export default function LandingLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      {children}
      <footer className="border-t border-border bg-sunken">
        <div className="mx-auto w-full max-w-[1120px] px-5 py-6 sm:px-8">
          <FooterCredit vendor={env.vendor} />
        </div>
      </footer>
    </div>
  );
}
