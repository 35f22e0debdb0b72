import { type ComponentType, lazy, Suspense } from 'react';

type Module<Props> = ComponentType<Props> | { default: ComponentType<Props> };

/** Stands for `next/dynamic` in parts: the part comes when it is first drawn. */
export default function dynamic<Props extends object>(
  load: () => Promise<Module<Props>>,
  { loading: Loading }: { loading?: ComponentType } = {},
): ComponentType<Props> {
  const Part = lazy(async () => {
    const loaded = await load();
    return 'default' in loaded ? loaded : { default: loaded };
  });
  return function Dynamic(props: Props) {
    return (
      <Suspense fallback={Loading ? <Loading /> : null}>
        <Part {...(props as Props & object)} />
      </Suspense>
    );
  };
}
