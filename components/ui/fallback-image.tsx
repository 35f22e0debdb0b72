'use client';

import { type ComponentProps, useEffect, useRef, useState } from 'react';

export function FallbackImage({ src, fallback, alt, ...rest }: ComponentProps<'img'> & { fallback: string }) {
  const [failed, setFailed] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  // A failure before hydration fires no event here, so look at the picture itself.
  useEffect(() => {
    const element = image.current;
    if (element?.complete && element.naturalWidth === 0) setFailed(true);
  }, []);
  return (
    // biome-ignore lint/performance/noImgElement: the optimiser cannot call authorised routes, and improves no vector file
    <img {...rest} ref={image} src={failed ? fallback : src} alt={alt} onError={() => setFailed(true)} />
  );
}
