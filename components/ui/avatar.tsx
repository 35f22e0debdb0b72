import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { cut } from '@/lib/text';
import { FallbackImage } from './fallback-image';
import { VisuallyHidden } from './visually-hidden';

export type Person = {
  /** Empty: nobody who is known by name, who has a plain sign instead of initials. */
  id: string;
  name: string;
  /** URL; initials without one. */
  picture?: string | null;
};

export type AvatarSize = 20 | 24 | 32 | 40 | 64;

const TINTS = 8;

export function tintOf(id: string): string {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return `tint-${1 + (hash % TINTS)}`;
}

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) =>
    cut((word ?? '').toUpperCase(), 1),
  );
  return letters.join('') || '?';
}

/** Has the name as its text alternative unless `beside`. */
export function Avatar({
  person,
  size = 24,
  beside = false,
  icon = person.id === '' && <Users />,
}: {
  person: Person;
  /** In place of initials. */
  icon?: ReactNode;
  size?: AvatarSize;
  beside?: boolean;
}) {
  const initials = icon || initialsOf(person.name);
  return (
    <span
      aria-hidden={beside || undefined}
      {...(person.id && { 'data-person': person.id, 'data-person-name': person.name })}
      className={`avatar-${size} ${tintOf(person.id)}`}
    >
      {person.picture ? (
        <FallbackImage
          src={person.picture}
          fallback="/avatar-default.svg"
          alt=""
          width={size}
          height={size}
          decoding="async"
          className="size-full object-cover"
        />
      ) : beside ? (
        initials
      ) : (
        <span aria-hidden="true">{initials}</span>
      )}
      {!beside && <VisuallyHidden>{person.name}</VisuallyHidden>}
    </span>
  );
}

export function AvatarStack({
  people,
  more = 0,
  max = 3,
  size = 24,
}: {
  people: readonly Person[];
  more?: number;
  max?: number;
  size?: AvatarSize;
}) {
  if (people.length === 0) return null;
  const total = people.length + more;
  const rest = total - max;
  return (
    // Where there is little room one face stands for all, and a number for the others.
    <span className="people-stack" data-others={total > 2 ? `+${total - 1}` : undefined}>
      <VisuallyHidden>
        {people.map((person) => person.name).join(', ')}
        {more > 0 && ` and ${more} more`}
      </VisuallyHidden>
      {people.slice(0, max).map((person) => (
        <Avatar key={person.id} person={person} size={size} beside />
      ))}
      {rest > 0 && (
        <span aria-hidden="true" className="people-more">
          +{rest}
        </span>
      )}
    </span>
  );
}
