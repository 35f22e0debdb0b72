import { BriefcaseBusiness, ChartNoAxesColumn, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { TintTile } from '@/components/page/tint-tile';
import { ButtonLink } from '@/components/ui/button-link';
import { Link } from '@/components/ui/link';
import { bidi } from '@/lib/bidi';
import { logoPath } from '@/lib/organisation/vocabulary';
import { Logo } from './logo';

const ROLES: readonly { icon: ReactNode; title: string; text: string }[] = [
  {
    icon: <Users />,
    title: 'For teams',
    text: 'One list of what is yours today, one board for the project, and the comments on a task beside the task.',
  },
  {
    icon: <ChartNoAxesColumn />,
    title: 'For team leaders',
    text: 'See what is late, what is due and how far each project is, from the work itself and without asking around.',
  },
  {
    icon: <BriefcaseBusiness />,
    title: 'For clients',
    text: 'Follow your own project and talk about what is shared with you. What is internal stays internal.',
  },
];

export function Landing({
  loginHref,
  dashboardHref,
  organisation,
  returning,
}: {
  loginHref: string;
  /** For signed-in visitors; replaces Login. */
  dashboardHref: string | null;
  /** The organisation that Login leads to, if known. */
  organisation: { name: string; tint: string; logo: string | null } | null;
  /** Sent here from a page that needs a sign-in. */
  returning: boolean;
}) {
  const wayIn = dashboardHref ? { href: dashboardHref, label: 'Open dashboard' } : { href: loginHref, label: 'Login' };
  /** Whoever was here before goes back to where they were. */
  const known = dashboardHref ? null : organisation;
  return (
    <>
      <header className="sticky top-0 z-sticky border-b border-border bg-canvas">
        <div className="mx-auto flex h-16 w-full max-w-[1120px] items-center justify-between gap-4 px-5 sm:px-8">
          <Link href="/" className="inline-flex min-h-11 items-center rounded-sm">
            <Logo />
          </Link>
          <ButtonLink dir="auto" href={wayIn.href}>
            {wayIn.label}
          </ButtonLink>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[1120px] flex-1 scroll-pt-16 px-5 pb-20 sm:px-8">
        <div className="mx-auto max-w-[760px] pt-14 pb-12 text-center sm:pt-20">
          <h1 className="text-2xl font-title sm:text-3xl">Every organisation’s work, under one roof</h1>
          <p className="mx-auto mt-4 max-w-[56ch] text-lg text-text-2">
            Guildhall keeps the projects, tasks, people and clients of an organisation in one place, and out of
            everybody else’s.
          </p>
          {returning && !dashboardHref && (
            <p className="mx-auto mt-6 w-fit rounded-sm bg-info-soft px-3 py-2 text-base text-text">
              Log in to go on to the page you asked for.
            </p>
          )}
          {organisation && (
            <p className="mt-7 -mb-3 flex items-center justify-center gap-2 text-base font-medium">
              <TintTile
                tint={organisation.tint}
                name={organisation.name}
                logo={logoPath(organisation.logo)}
                size={28}
              />
              <span dir="auto" className="min-w-0 break-words">
                {organisation.name}
              </span>
            </p>
          )}
          <div className="mt-7 flex flex-wrap justify-center gap-3 max-sm:flex-col">
            <ButtonLink dir="auto" href={wayIn.href} variant="primary" size="touch">
              {known ? bidi`Log in to ${known.name}` : wayIn.label}
            </ButtonLink>
            {known && (
              <ButtonLink href="/already_registered" size="touch">
                Another organisation
              </ButtonLink>
            )}
            {!dashboardHref && !known && (
              <>
                <ButtonLink href="/new_register" size="touch">
                  Create your organisation
                </ButtonLink>
                <ButtonLink href="/drag" size="touch">
                  Try the board
                </ButtonLink>
              </>
            )}
          </div>
          {known && (
            <p className="mt-5 flex flex-wrap justify-center gap-x-5 text-base">
              <Link href="/new_register" className="min-h-8 content-center text-accent-text hover:underline">
                Create your organisation
              </Link>
              <Link href="/drag" className="min-h-8 content-center text-accent-text hover:underline">
                Try the board
              </Link>
            </p>
          )}
        </div>
        <div className="overflow-hidden rounded-xl border border-border shadow-e3">
          <ProductPicture theme="light" />
          <ProductPicture theme="dark" />
        </div>
        <ul className="mt-16 grid gap-8 sm:grid-cols-3">
          {ROLES.map((role) => (
            <li key={role.title}>
              <span className="flex size-9 items-center justify-center rounded-md bg-accent-soft text-accent-text [&_svg]:size-[18px]">
                {role.icon}
              </span>
              <h2 dir="auto" className="mt-3 text-lg font-semibold">
                {role.title}
              </h2>
              <p dir="auto" className="mt-1 max-w-[44ch] text-read text-text-2">
                {role.text}
              </p>
            </li>
          ))}
        </ul>
      </main>
    </>
  );
}

/** Lazy, so that only the current theme's picture is fetched. Phones get one that is legible there. */
function ProductPicture({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <picture className={theme === 'light' ? 'dark:hidden' : 'hidden dark:block'}>
      <source media="(max-width: 639px)" srcSet={`/product-phone-${theme}.png`} width={780} height={1040} />
      <img
        src={`/product-${theme}.png`}
        alt="A project’s board in Guildhall: tasks in the columns Pending, In Process, Testing, Completed and Backlogs."
        width={1800}
        height={1058}
        loading="lazy"
        decoding="async"
        className="block h-auto w-full"
      />
    </picture>
  );
}
