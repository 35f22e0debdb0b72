import { describe, expect, it } from 'vitest';
import { mentionAt, peopleLike } from './mention';

describe('naming somebody in a comment', () => {
  it('begins with an @ that does not stand within a word', () => {
    expect(mentionAt('Hello @ma', 9)).toEqual({ from: 6, name: 'ma' });
    expect(mentionAt('@', 1)).toEqual({ from: 0, name: '' });
    expect(mentionAt('@Maya Li', 8)).toEqual({ from: 0, name: 'Maya Li' });
    expect(mentionAt('maya@acme', 9)).toBeNull();
  });

  it('ends with the line, or after a few words', () => {
    expect(mentionAt('@Maya\nand', 9)).toBeNull();
    expect(mentionAt('@Maya can you look', 18)).toBeNull();
    expect(mentionAt('nobody', 6)).toBeNull();
  });

  it('looks only before the caret', () => {
    expect(mentionAt('@ma rest', 3)).toEqual({ from: 0, name: 'ma' });
  });

  it('finds people by any word of their name, and nobody once the name is whole', () => {
    const people = [{ name: 'Maya Lindqvist' }, { name: 'Tomasz Wilk' }];
    expect(peopleLike(people, 'li')).toEqual([people[0]]);
    expect(peopleLike(people, '')).toEqual(people);
    expect(peopleLike(people, 'maya lindqvist')).toEqual([]);
  });
});
