import { NothingHere } from '@/components/shell/nothing-here';

/** 404 inside the shell: not there, deleted, or not shared with the reader. They all look the same. */
export default function NotFound() {
  return <NothingHere />;
}
