import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ChatPlace } from '@/components/chat/chat-app';
import { onSingleKeys, singleKeysAreOn } from '@/components/keys/single-keys';
import { call } from '@/components/query/api-client';
import { type FromFrame, readFromFrame, sealed, type ToFrame } from './frame-messages';

/** Longest wait for each step: the address, its document, and its answer (ms). What comes later is still taken. */
const PATIENCE_MS = 10_000;
/** A frame whose session ends is opened anew, but not again and again (ms). */
const AGAIN_MS = 10_000;

export type FrameState = 'loading' | 'ready' | 'failed';

/**
 * Opens the chat in the frame `box`: asks for a token, waits until the frame listens, and hears it. What it says counts
 * only from that frame and its origin.
 */
export function useFrame(place: ChatPlace, hear: (message: FromFrame) => void) {
  const box = useRef<HTMLIFrameElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<FrameState>('loading');
  const [src, setSrc] = useState<URL>();
  const [loaded, setLoaded] = useState<URL>();
  const shown = useRef(place);
  // The page's address comes after where the frame went by itself, and must not lead it back.
  const asked = useRef(place);
  const restarted = useRef(0);

  function tell(message: ToFrame): void {
    if (src) box.current?.contentWindow?.postMessage(sealed(message), src.origin);
  }
  function restart(): void {
    setSrc(undefined);
    setState('loading');
    setAttempt((now) => now + 1);
  }
  const begin = useEffectEvent((url: string, ownHost: boolean) => {
    const given = new URL(url);
    const address = ownHost ? new URL(given.pathname + given.search, window.location.origin) : given;
    address.searchParams.set('parent', window.location.origin);
    shown.current = place;
    asked.current = place;
    for (const [name, value] of Object.entries(place)) if (value) address.searchParams.set(name, value);
    setSrc(address);
    setState('loading');
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks for a token of its own
  useEffect(() => {
    const stop = new AbortController();
    call('POST chatToken', {}, { signal: stop.signal }).then(
      ({ url, own_host }) => begin(url, own_host),
      () => stop.signal.aborted || setState('failed'),
    );
    return () => stop.abort();
  }, [attempt]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has the whole patience
  useEffect(() => {
    if (state !== 'loading') return;
    const late = setTimeout(() => setState('failed'), PATIENCE_MS);
    return () => clearTimeout(late);
  }, [state, attempt, src, loaded]);
  // What is drawn may not listen yet, or may have spoken before it was heard.
  function onLoad(): void {
    setLoaded(src);
    tell({ kind: 'hello' });
  }

  const onMessage = useEffectEvent(({ source, origin, data }: MessageEvent<unknown>) => {
    if (!src || source !== box.current?.contentWindow || origin !== src.origin) return;
    const message = readFromFrame(data);
    if (!message) return;
    if (message.kind === 'ready') {
      setState('ready');
      tell(themeOfPage());
      tell({ kind: 'keys', single: singleKeysAreOn() });
    }
    if (message.kind === 'place') shown.current = { room: message.room, message: message.message };
    if (message.kind === 'ended') {
      const now = Date.now();
      if (now - restarted.current < AGAIN_MS) {
        setSrc(undefined);
        return setState('failed');
      }
      restarted.current = now;
      return restart();
    }
    hear(message);
  });
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => onMessage(event);
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);

  const follow = useEffectEvent(() => tell(themeOfPage()));
  useEffect(() => {
    const watch = new MutationObserver(() => follow());
    watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-contrast'] });
    return () => watch.disconnect();
  }, []);

  const tellKeys = useEffectEvent(() => tell({ kind: 'keys', single: singleKeysAreOn() }));
  useEffect(() => onSingleKeys(() => tellKeys()), []);

  const go = useEffectEvent(() => {
    const isAt = ({ current }: typeof shown) => current.room === place.room && current.message === place.message;
    if (isAt(asked)) return;
    asked.current = place;
    if (isAt(shown)) return;
    shown.current = place;
    tell({ kind: 'go', ...place });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place has changed
  useEffect(() => {
    if (state === 'ready') go();
  }, [state, place.room, place.message]);

  return { box, src: src?.href, state, restart, tell, onLoad };
}

function themeOfPage(): ToFrame {
  const { theme, contrast } = document.documentElement.dataset;
  return { kind: 'theme', theme: theme === 'dark' ? 'dark' : 'light', contrast: contrast === 'more' };
}
