import { useEffect } from 'react';

/**
 * Keeps `--keyboard`, the height that an on-screen keyboard takes of the window, while something stands at its foot.
 * Where the keyboard makes the window itself smaller (`interactive-widget`) it is 0.
 */
export function useKeyboardInset(active: boolean): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!active || !view) return;
    const root = document.documentElement;
    const measure = () => {
      // Zoomed in, the window that is seen is smaller too: that is no keyboard.
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
