'use client';

import { useEffect, useRef, useState } from 'react';

const DEFAULT_PICTURE = '/avatar-default.svg';

/** A person's picture; the default one takes its place when it cannot be loaded. Purely visual, so without a name. */
export function AvatarPicture({ src, size }: { src: string; size: number }) {
  const [failed, setFailed] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  // An error before the script ran is not reported again: look at the picture itself.
  useEffect(() => {
    const element = image.current;
    if (element?.complete && element.naturalWidth === 0) setFailed(true);
  }, []);
  return (
    // biome-ignore lint/performance/noImgElement: pictures come through an authorised route, which the optimiser cannot call
    <img
      ref={image}
      src={failed ? DEFAULT_PICTURE : src}
      alt=""
      width={size}
      height={size}
      decoding="async"
      onError={() => setFailed(true)}
      className="size-full object-cover"
    />
  );
}
