import { keepCookie } from '@/components/viewer/keep-cookie';

/** The key of the project whose board was looked at last. */
export const BOARD_COOKIE = 'last-board';

export const keepLastBoard = (projectKey: string): void => keepCookie(BOARD_COOKIE, projectKey);
