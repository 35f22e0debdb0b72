import { DeniedScreen } from '@/components/shell/denied-screen';

/** 403 inside the shell: the screen exists, this role does not see it. */
export default function Forbidden() {
  return <DeniedScreen />;
}
