import { Logo } from '@/components/brand/logo';
import { ButtonLink } from '@/components/ui/button-link';
import { Link } from '@/components/ui/link';
import { dashboardAddress, loginAddress } from './(public)/onward';

export default async function NotFound() {
  const dashboard = await dashboardAddress();
  return (
    <div className="flex min-h-dvh flex-col">
      <title>Page not found · Guildhall</title>
      <header className="px-5 py-4 sm:px-8">
        <Link href="/" className="inline-flex min-h-11 items-center rounded-sm">
          <Logo />
        </Link>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-[52ch] flex-1 flex-col items-center justify-center px-5 pb-24 text-center"
      >
        <p className="text-sm font-semibold text-text-3">404</p>
        <h1 className="mt-1 text-2xl font-title">Page not found</h1>
        <p className="mt-3 text-read text-text-2">
          The address may be mistyped, or what it showed was moved, deleted, or is not shared with you.
        </p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          {dashboard ? (
            <ButtonLink href={dashboard} variant="primary">
              Open dashboard
            </ButtonLink>
          ) : (
            <ButtonLink href={await loginAddress()} variant="primary">
              Login
            </ButtonLink>
          )}
          <ButtonLink href="/">Go to the start page</ButtonLink>
        </div>
      </main>
    </div>
  );
}
