import { Landing } from '@/components/brand/landing';
import { dashboardAddress, knownOrganisation, loginAddress, nextOf } from '../onward';

export default async function LandingPage({ searchParams }: PageProps<'/'>) {
  const next = await nextOf(searchParams);
  return (
    <Landing
      loginHref={await loginAddress(next)}
      dashboardHref={await dashboardAddress()}
      organisation={await knownOrganisation()}
      returning={next !== null}
    />
  );
}
