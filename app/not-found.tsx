import { LazyUnknownPage } from '@/components/brand/lazy-unknown-page';
import { dashboardUrl, loginUrl } from './(public)/entry-urls';

export default async function NotFound() {
  const dashboard = await dashboardUrl();
  return <LazyUnknownPage href={dashboard ?? (await loginUrl())} signedIn={dashboard !== null} />;
}
