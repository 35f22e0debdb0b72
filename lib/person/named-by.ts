import { fold } from '@/lib/fold';

/** The one whose name, or a part of it, begins with what is written; none where several could be meant. */
export function namedBy<Named extends { name: string }>(list: readonly Named[], written: string): Named | undefined {
  const wanted = fold(written)
    .replace(/[-_.]+/g, ' ')
    .trim();
  if (!wanted) return undefined;
  const close = wanted.replaceAll(' ', '');
  const namesOf = ({ name }: Named) => {
    const whole = fold(name);
    return [whole, whole.replace(/[\s-]+/g, ''), ...whole.split(/[\s-]+/)];
  };
  const exact = list.filter((one) => namesOf(one).some((name) => name === wanted || name === close));
  if (exact.length) return exact.length === 1 ? exact[0] : undefined;
  const begun = list.filter((one) => namesOf(one).some((name) => name.startsWith(wanted) || name.startsWith(close)));
  return begun.length === 1 ? begun[0] : undefined;
}
