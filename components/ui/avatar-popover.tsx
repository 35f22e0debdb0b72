'use client';

import { type ComponentType, useState } from 'react';
import { Avatar } from './avatar';
import type { Asked, AvatarCardProps } from './avatar-card';
import { avatarTriggerStyle } from './avatar-trigger-style';

const load = () => import('./avatar-card').then((module) => module.AvatarCard);

/**
 * A small avatar that shows who it is: at once on a press or Enter, after a moment on hover. The card comes when it is
 * first wanted; a page full of people carries none of it.
 */
export function AvatarPopover(props: AvatarCardProps) {
  const [asked, setAsked] = useState<Asked>();
  const [Card, setCard] = useState<ComponentType<AvatarCardProps & { asked: Asked }>>();

  function ask(how: Asked) {
    // A press wins over the hover that came before it.
    setAsked((before) => (before === 'press' ? before : how));
    // Without the card the name is still read out; the next press tries again.
    load().then(
      (part) => setCard(() => part),
      () => undefined,
    );
  }

  if (Card && asked) return <Card {...props} asked={asked} />;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onPointerEnter={(event) => event.pointerType === 'mouse' && ask('hover')}
      onFocus={() => void load().catch(() => undefined)}
      onClick={() => ask('press')}
      className={avatarTriggerStyle}
    >
      <Avatar person={props.person} size={props.size ?? 24} />
    </button>
  );
}
