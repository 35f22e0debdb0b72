'use client';

import { useEffect, useRef, useState } from 'react';

const LOGO = '/logo.svg';
const FALLBACK_LOGO = '/logo-fallback.svg';

/** The logo as a picture file; a second file takes its place if the first cannot be loaded. */
export function LogoImage() {
  const [failed, setFailed] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  // A failure before the script ran is not reported again: look at the picture itself.
  useEffect(() => {
    const element = image.current;
    if (element?.complete && element.naturalWidth === 0) setFailed(true);
  }, []);
  return (
    // biome-ignore lint/performance/noImgElement: a vector file gains nothing from the optimiser
    <img
      ref={image}
      src={failed ? FALLBACK_LOGO : LOGO}
      alt="Guildhall"
      width={250}
      height={64}
      onError={() => setFailed(true)}
    />
  );
}
