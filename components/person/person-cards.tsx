'use client';

import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { PersonCardProps } from './person-card';

const HOVER_DELAY = 400;
const LEAVE_DELAY = 150;
/** Inside these a press does something else: an avatar there shows its card only under the pointer. */
const PRESSABLE = 'a, button, summary, label, input, [role^="menuitem"], [role="option"]';

/** An avatar that is itself a button; its hit area is larger than the picture. */
const TRIGGER = '[data-person-trigger]';

type Shown = Pick<PersonCardProps, 'anchor' | 'person' | 'pressed'>;

const load = () => import('./person-card').then((module) => module.PersonCard);

/** One listener for all avatars of the page: a card on hover, on press or Enter if the avatar is its own control. */
export function PersonCards() {
  const [shown, setShown] = useState<Shown | null>(null);
  const [Card, setCard] = useState<ComponentType<PersonCardProps> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const over = useRef<Element | null>(null);

  useEffect(() => {
    const fetchCard = () =>
      load().then(
        (part) => setCard(() => part),
        // Without the card the name is still read out; the next time tries again.
        () => undefined,
      );
    const wait = (then: () => void, after: number) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(then, after);
    };
    const onOver = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return;
      const avatar = avatarAt(event.target);
      if (avatar === over.current) return;
      over.current = avatar;
      if (avatar) {
        void fetchCard();
        wait(
          () => avatar.isConnected && setShown({ anchor: avatar, person: personOf(avatar), pressed: false }),
          HOVER_DELAY,
        );
      } else if (!(event.target instanceof Element && event.target.closest('[data-person-card]'))) {
        wait(() => setShown((before) => (before?.pressed ? before : null)), LEAVE_DELAY);
      } else clearTimeout(timer.current);
    };
    const onClick = (event: MouseEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      const trigger = target?.closest<HTMLElement>(TRIGGER);
      const avatar = avatarAt(target);
      if (!avatar || (!trigger && avatar.closest(PRESSABLE))) {
        // Something else was pressed: a card that is about to open would cover it.
        if (!target?.closest('[data-person-card]')) {
          clearTimeout(timer.current);
          setShown((before) => (before?.pressed ? before : null));
        }
        return;
      }
      clearTimeout(timer.current);
      void fetchCard();
      const anchor = trigger ?? avatar;
      setShown((before) =>
        before?.pressed && before.anchor === anchor ? null : { anchor, person: personOf(avatar), pressed: true },
      );
    };
    document.addEventListener('pointerover', onOver);
    document.addEventListener('click', onClick);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener('pointerover', onOver);
      document.removeEventListener('click', onClick);
    };
  }, []);

  return Card && shown ? <Card key={shown.person.id} {...shown} onClose={() => setShown(null)} /> : null;
}

/** Leaves out the avatar in the top bar: the name is beside it. */
function avatarAt(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  const trigger = target.closest<HTMLElement>(TRIGGER);
  if (trigger) return trigger.querySelector<HTMLElement>('[data-person]');
  return target.closest<HTMLElement>('[data-person]:not(header[data-top-bar] *)');
}

const personOf = (avatar: HTMLElement): PersonCardProps['person'] => ({
  id: avatar.dataset.person ?? '',
  name: avatar.dataset.personName ?? '',
  picture: avatar.querySelector('img')?.getAttribute('src'),
});
