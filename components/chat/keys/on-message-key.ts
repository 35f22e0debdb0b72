import type { KeyboardEvent } from 'react';
import { type MessageKey, messageKeyOf } from '@/components/keys/chat-keys';
import { isForTyping, singleKeysAreOn } from '@/components/keys/single-keys';

/**
 * Letters on a message that has the focus, or on a part of it, once each time they are pressed. `ways`: what is left out
 * cannot be done now.
 */
export function onMessageKey(event: KeyboardEvent, ways: Partial<Record<MessageKey, () => void>>): void {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented)
    return;
  if (!singleKeysAreOn() || isForTyping(event.nativeEvent)) return;
  const does = messageKeyOf(event.key);
  const act = does && ways[does];
  if (!act) return;
  event.preventDefault();
  act();
}
