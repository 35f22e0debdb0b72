import { type ClassValue, clsx } from 'clsx';

/** Variants are closed, so no later class has to override an earlier one. */
export function cn(...names: ClassValue[]): string {
  return clsx(names);
}
