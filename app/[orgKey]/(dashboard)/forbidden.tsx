import { DeniedScreen } from '@/components/shell/denied-screen';

/** The page exists, but not for this role. */
export default function Forbidden() {
  return <DeniedScreen />;
}
