import { cn } from '@/lib/class-names';
import { FallbackImage } from './fallback-image';
import { VisuallyHidden } from './visually-hidden';

export type Person = {
  id: string;
  name: string;
  /** URL; initials without one. */
  picture?: string | null;
};

export type AvatarSize = 20 | 24 | 32 | 40 | 64;

const SIZE: Record<AvatarSize, string> = {
  20: 'size-5 text-[0.5625rem]',
  24: 'size-6 text-[0.625rem]',
  32: 'size-8 text-xs',
  40: 'size-10 text-base',
  64: 'size-16 text-xl',
};

const TINT = [
  'bg-c1-soft text-c1-text',
  'bg-c2-soft text-c2-text',
  'bg-c3-soft text-c3-text',
  'bg-c4-soft text-c4-text',
  'bg-c5-soft text-c5-text',
  'bg-c6-soft text-c6-text',
  'bg-c7-soft text-c7-text',
  'bg-c8-soft text-c8-text',
] as const;

export function tintOf(id: string): string {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return TINT[hash % TINT.length] ?? TINT[0];
}

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase() || '?';
}

/** Has the name as its text alternative unless `beside`. */
export function Avatar({ person, size = 24, beside = false }: { person: Person; size?: AvatarSize; beside?: boolean }) {
  return (
    <span
      // For the card shown on hover; an empty id has no card.
      {...(person.id && { 'data-person': person.id, 'data-person-name': person.name })}
      className={cn(
        'relative inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full font-semibold select-none',
        SIZE[size],
        tintOf(person.id),
      )}
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
      ) : (
        <span aria-hidden="true">{initialsOf(person.name)}</span>
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
  const rest = people.length + more - max;
  return (
    // Above a link that covers the whole card.
    <span className="relative z-1 inline-flex items-center -space-x-1">
      <VisuallyHidden>
        {people.map((person) => person.name).join(', ')}
        {more > 0 && ` and ${more} more`}
      </VisuallyHidden>
      {people.slice(0, max).map((person) => (
        <span key={person.id} aria-hidden="true" className="inline-flex rounded-full ring-2 ring-surface">
          <Avatar person={person} size={size} beside />
        </span>
      ))}
      {rest > 0 && (
        <span aria-hidden="true" className="pl-2 text-xs font-medium text-text-3 tabular-nums">
          +{rest}
        </span>
      )}
    </span>
  );
}
