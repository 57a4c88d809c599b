import './styles/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { signInWithToken, takeTokenFromAddress } from '#account/web/sign-in.ts';
import { startTheme } from '#elements/web/page/shown-theme.ts';
import { assert } from '#kernel/assert.ts';
import { pageComposition } from '#modes/web-modes.ts';
import { forgetCopiedDrafts } from '#session/web/composer/draft.ts';

import { App } from './app.tsx';
import { fitAboveKeyboard } from './frame/fit-above-keyboard.ts';
import { registerColors } from './styles/register-colors.ts';

startTheme();
registerColors();
fitAboveKeyboard();

const root = document.getElementById('root');
assert(root, 'the page has its root');

const token = takeTokenFromAddress();
const [problem] = await Promise.all([token === null ? null : signInWithToken(token), forgetCopiedDrafts()]);
createRoot(root).render(
  <StrictMode>
    <App composition={pageComposition} signInProblem={problem} />
  </StrictMode>,
);
