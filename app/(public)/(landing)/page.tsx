import { Landing } from '@/components/brand/landing';
import { dashboardAddress, loginAddress, nextOf } from '../onward';

export default async function LandingPage({ searchParams }: PageProps<'/'>) {
  const next = await nextOf(searchParams);
  return (
    <Landing loginHref={await loginAddress(next)} dashboardHref={await dashboardAddress()} returning={next !== null} />
  );
}
