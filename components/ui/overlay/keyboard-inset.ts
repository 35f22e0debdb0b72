import { useEffect } from 'react';

/** Sets `--keyboard`, the height an on-screen keyboard covers; 0 if it resizes the window (`interactive-widget`). */
export function useKeyboardInset(active: boolean): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!active || !view) return;
    const root = document.documentElement;
    const measure = () => {
      // Zooming in also makes the visual viewport smaller, without a keyboard.
      const inset = view.scale === 1 ? Math.max(0, window.innerHeight - view.height - view.offsetTop) : 0;
      root.style.setProperty('--keyboard', `${Math.round(inset)}px`);
    };
    measure();
    view.addEventListener('resize', measure);
    view.addEventListener('scroll', measure);
    return () => {
      view.removeEventListener('resize', measure);
      view.removeEventListener('scroll', measure);
      root.style.removeProperty('--keyboard');
    };
  }, [active]);
}
