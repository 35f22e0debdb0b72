import { keepCookie } from '@/components/viewer/keep-cookie';

export const COMPLETED_COOKIE = 'board-completed';

export const showsAllCompleted = (value: string | undefined): boolean => value === 'all';

export const keepShowsCompleted = (all: boolean): void => keepCookie(COMPLETED_COOKIE, all ? 'all' : 'recent');
