import { Landing } from '@/components/brand/landing';
import { dashboardUrl, knownOrganisation, loginUrl, nextOf } from '../entry-urls';

export default async function LandingPage({ searchParams }: PageProps<'/'>) {
  const next = await nextOf(searchParams);
  return (
    <Landing
      loginHref={await loginUrl(next)}
      dashboardHref={await dashboardUrl()}
      organisation={await knownOrganisation()}
      returning={next !== null}
    />
  );
}
