import '@/app/globals.css';
import './css';
import { afterEach, beforeEach, expect } from 'vitest';
import { userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { closeOverlay } from '@/components/overlay/overlay';
import { forgetActions } from './actions';
import { installNavigation, navigation } from './navigation';
import { installServer, resetServer } from './server';

/** Runs before each file of parts: the page is as Next would have it, and each test begins with nothing of the one before. */

installServer();
installNavigation();
document.documentElement.lang = 'en';

/**
 * A message stays if it has Undo: before that is pressed, what it undoes is looked for, as long as the machine needs. A clock
 * that stands, unlike a slow one, draws no frames.
 */
const messages = new CSSStyleSheet();
messages.replaceSync(
  '.Toastify__toast:has(.button-quiet) .Toastify__progress-bar--animated { animation-play-state: paused !important; }',
);

beforeEach(async () => {
  // The package does so only in the first file that a page runs.
  await cleanup();
  // What is drawn under a mouse that rests where the test before left it would show what one hovers over.
  const corner = { x: window.innerWidth - 2, y: window.innerHeight - 2 };
  await userEvent.hover(document.documentElement, { position: corner, force: true });
  // Forgets what the part before went on to ask after its test had ended.
  resetServer();
  localStorage.clear();
  sessionStorage.clear();
  navigation.begin();
  document.adoptedStyleSheets = [messages];
});

afterEach(() => {
  closeOverlay();
  forgetActions();
  expect(resetServer(), 'calls that the test did not answer').toEqual([]);
});
