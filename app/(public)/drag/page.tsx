import type { Metadata } from 'next';
import { Logo } from '@/components/brand/logo';
import { FooterCredit } from '@/components/page/footer-credit';
import { TryOutBoard } from '@/components/task/try-out/try-out-board';
import { ButtonLink } from '@/components/ui/button-link';
import { Link } from '@/components/ui/link';
import { env } from '@/lib/env';
import { localDay } from '@/lib/formats/days';
import { signedInSeat } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';

export const metadata: Metadata = {
  title: 'Try the board',
  description: 'The board of Guildhall to try out: no account, kept in your browser.',
};

/** A board without an account; signed-in visitors are redirected to their own. */
export default async function DragPage() {
  const seat = await signedInSeat();
  const wayIn = seat
    ? { href: (await organisationLinks(seat.org.key))('task?view=board'), label: 'Open your board' }
    : { href: '/already_registered', label: 'Login' };
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-border bg-surface">
        <div className="flex h-14 items-center justify-between gap-4 px-5">
          <Link href="/" className="inline-flex min-h-11 items-center rounded-sm">
            <Logo />
          </Link>
          <ButtonLink dir="auto" href={wayIn.href} variant={seat ? 'primary' : 'secondary'}>
            {wayIn.label}
          </ButtonLink>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="w-full flex-1 px-3 pt-4 pb-3 sm:px-5">
        <h1 className="text-xl font-title">Try the board</h1>
        <p className="pt-1 pb-3 text-base text-text-2">
          No account needed. Drag tasks, add some, use the keyboard: it is the board that teams work on.
        </p>
        <TryOutBoard today={localDay(new Date())} />
      </main>
      <footer className="border-t border-border bg-sunken px-5 py-3">
        <FooterCredit vendor={env.vendor} />
      </footer>
    </div>
  );
}
