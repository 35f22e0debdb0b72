import { useEffect, useEffectEvent, useRef } from 'react';
import type { ChatPlace } from '@/components/chat/chat-app';
import { isForTyping, noticeTyping, setSingleKeys, singleKeysAreOn } from '@/components/keys/single-keys';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { onActivity } from './activity';
import type { ToFrame } from './frame-messages';
import { onParent, tellParent } from './to-parent';

/** Between two words that somebody is there (ms). */
const ACTIVE_MS = 30_000;

/** `onHello`: the page around listens only now. */
type Parent = { onGo: (place: ChatPlace) => void; onFocus: () => void; onHello: () => void };

/** Follows the page around the frame, and lets it open what is linked: the frame itself leads nowhere. */
export function useParent(parent: string | null, { onGo, onFocus, onHello }: Parent): void {
  const hrefTo = useOrganisationLinks();
  const hear = useEffectEvent((message: ToFrame) => {
    if (message.kind === 'hello') {
      tellParent(parent, { kind: 'ready' });
      onHello();
    }
    if (message.kind === 'theme') wear(message);
    if (message.kind === 'keys') setSingleKeys(message.single);
    if (message.kind === 'go') onGo({ room: message.room, message: message.message });
    if (message.kind === 'focus') onFocus();
  });
  useEffect(() => {
    const end = onParent(parent, (message) => hear(message));
    tellParent(parent, { kind: 'ready' });
    return end;
  }, [parent]);

  // A browser forgets what had the focus in a frame that it leaves.
  const left = useRef<Element | null>(null);
  useEffect(() => {
    const back = () => {
      const { current: before } = left;
      left.current = null;
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
    };
    window.addEventListener('focus', back);
    return () => window.removeEventListener('focus', back);
  }, []);

  useEffect(noticeTyping, []);
  useEffect(() => {
    let said = 0;
    return onActivity(() => {
      const now = Date.now();
      if (now - said < ACTIVE_MS) return;
      said = now;
      tellParent(parent, { kind: 'active' });
    });
  }, [parent]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const name = overlayOf(event);
      if (name && parent) {
        event.preventDefault();
        left.current = document.activeElement;
        tellParent(parent, { kind: 'overlay', name });
      }
      if (event.key === 'Escape') tellParent(parent, { kind: 'close' });
      if (event.key === 'F6' && parent) {
        event.preventDefault();
        tellParent(parent, { kind: 'leave' });
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [parent]);

  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.('a[href]');
      if (!(link instanceof HTMLAnchorElement) || link.hasAttribute('download')) return;
      const { origin, pathname, search, hash } = link;
      const own = new URL(hrefTo(''), location.origin);
      const isOurs = (origin === own.origin || origin === parent) && pathname.startsWith(own.pathname);
      if (!isOurs || !parent) {
        link.target = '_blank';
        link.rel = 'noopener noreferrer';
        return;
      }
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      tellParent(parent, { kind: 'open', path: `${pathname}${search}${hash}` });
    };
    document.addEventListener('click', follow, true);
    return () => document.removeEventListener('click', follow, true);
  }, [parent, hrefTo]);
}

/** What a key opens that belongs to the page around the frame. */
function overlayOf(event: KeyboardEvent): 'palette' | 'keys' | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey) return 'palette';
  if (ctrlKey || metaKey || altKey || isForTyping(event) || !singleKeysAreOn()) return null;
  return key === '?' ? 'keys' : key === '/' ? 'palette' : null;
}

function wear({ theme, contrast }: Extract<ToFrame, { kind: 'theme' }>): void {
  const { dataset } = document.documentElement;
  dataset.theme = theme;
  if (contrast) dataset.contrast = 'more';
  else delete dataset.contrast;
}
