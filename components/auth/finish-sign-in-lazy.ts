import { lazy } from 'react';

/** Only people with a second factor fetch it. */
export const FinishSignIn = lazy(() => import('./finish-sign-in').then((module) => ({ default: module.FinishSignIn })));
