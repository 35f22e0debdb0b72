import { type ClassValue, clsx } from 'clsx';

/** Joins class names, leaving out whatever is falsy. Variants are closed, so no later class has to beat an earlier one. */
export function cn(...names: ClassValue[]): string {
  return clsx(names);
}
