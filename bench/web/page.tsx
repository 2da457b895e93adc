/** The page. A visitor and a run change its state, and the page shows the view of the state. */
import { render } from 'preact';
import * as memory from '../../examples/browser-encryption/page/memory.js';
import { fromFragment, type Kept, remember, remembered } from './archive.js';
import { browserFacts } from './browser.js';
import { chosenBefore, isolateFirst } from './isolation.js';
import published from './published.json' with { type: 'json' };
import { type Listener, run } from './run.js';
import { settingFrom } from './setting.js';
import { begin, change, end, found, set, show, state, survey, warn } from './state.js';
import { View } from './view.js';

/** The version of the package; bundle.ts writes it here. */
declare const VERSION: string;

let running: AbortController | undefined;

const slowness =
  'WebAssembly runs slowly here, as it does while DevTools are open, so the figures are too low. Close them, reload the page, and start again. ' +
  'If they are closed, this browser does not optimise WebAssembly.';

async function start(): Promise<void> {
  if (running) return running.abort();
  running = new AbortController();
  const { signal: stop } = running;
  const started = performance.now();
  const { setting: name } = state.value;
  history.replaceState(null, '', location.pathname + location.search);
  change(begin);
  try {
    const setting = settingFrom(name, new URLSearchParams(location.search));
    await isolateFirst(name, stop);
    const onSurvey: Listener['onSurvey'] = (told) => {
      change(survey(told, setting, new Date()));
      if (told.isSlow) change(warn(slowness));
      if (!crossOriginIsolated) change(warn('This page is not isolated from other sites, so its clock is coarse.'));
    };
    const onResults: Listener['onResults'] = (results) => change(found(results));
    const isSlow = await run(setting, { onSurvey, onResults, onProgress: (progress) => set({ progress }) }, stop);
    if (isSlow) change(warn(slowness));
    change(end(`Done in ${Math.round((performance.now() - started) / 1000)} s.`));
  } catch (error) {
    const hasFigures = state.value.shown?.results.rows.some(({ times }) => times.flat().length > 0);
    const stopped = hasFigures ? 'Stopped; the figures so far stay.' : 'Stopped before there were figures.';
    change(end(stop.aborted ? stopped : `Failed: ${(error as Error).message}`));
  } finally {
    running = undefined;
    if (state.value.shown) remember(state.value.shown);
  }
}

/** Shows the figures in the address, else the last stored figures, else the published figures. */
async function showEarlier(): Promise<void> {
  try {
    const linked = await fromFragment(location.hash);
    const kept = linked ?? remembered() ?? (await fromFragment(published.fragment));
    if (kept && !running) change(show(kept, linked ? 'link' : remembered() ? 'earlier' : 'published'));
  } catch {
    change(end('There are no results in this link, or it was cut.'));
  }
}

// Under this name, the site stores the reader's choice of light, dark or auto.
const appearance = memory.remembered('vitepress-theme-appearance') ?? 'auto';
if (appearance !== 'auto') document.documentElement.style.colorScheme = appearance;
const facts: Kept['facts'] = [['package', `romulus-wasm ${VERSION}`], ...(await browserFacts())];
const chosen = chosenBefore();
set({ facts, ...(chosen !== null && { setting: chosen }) });
// The figures are loaded before the page is first drawn. Otherwise they would move its contents later.
if (chosen === null) await showEarlier();
render(<View start={start} />, document.querySelector('main')!);
addEventListener('hashchange', () => location.hash && showEarlier());
document.addEventListener('visibilitychange', () => {
  if (document.hidden && running)
    change(warn('The page was in the background for a time: browsers may slow it down there.'));
});
if (chosen !== null) start();
