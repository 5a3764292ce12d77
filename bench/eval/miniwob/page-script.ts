// What is added to a page of MiniWoB when it is served: the seed, no clock, no START, and a word to the server about the instruction and the reward.

export interface PageRun {
  readonly seed: number;
  /** Where the page tells what it asks for and how it ended. */
  readonly tellTo: string;
}

/** The page with the script before the end of its body: after its own scripts, before `window.onload` begins the episode. */
export function withPageScript(html: string, run: PageRun): string {
  const script = `<script>(${String(inPage)})(${JSON.stringify(run)});</script>`;
  const end = html.lastIndexOf('</body>');
  return end < 0 ? `${html}${script}` : `${html.slice(0, end)}${script}${html.slice(end)}`;
}

/** MiniWoB's own, as far as it is used here. */
interface Core {
  EPISODE_MAX_TIME: number;
  cover_div: HTMLElement | null;
  createDisplay(): void;
  startEpisode(): void;
  startEpisodeReal(): void;
  endEpisode(reward: number, ...more: readonly unknown[]): void;
  countdownTimer(): void;
  getUtterance(): string | { readonly utterance: string };
}

/** Runs in the page, from its text alone: it uses nothing of this module. */
function inPage({ seed, tellTo }: PageRun): void {
  const page = globalThis as unknown as { readonly core: Core; readonly Math: { seedrandom(seed: string): void } };
  const { core } = page;
  const ownWords = core.getUtterance;
  const plainWords = String(ownWords).includes('query.textContent');
  const tell = (what: string, body: object): void =>
    // What the site does not hear it misses when the page is judged.
    void fetch(`${tellTo}/${what}`, { method: 'POST', body: JSON.stringify(body), keepalive: true }).catch(() => undefined);
  let isOver = false;
  let hasBegun = false;

  const isBlock = (node: Element): boolean => getComputedStyle(node).display !== 'inline';
  /** An icon or a patch of colour in the instruction, as a word. */
  const inWords = (node: Element | Text): string => {
    if (node instanceof Text) return node.data;
    const inner = [...node.childNodes].map((child) => (child instanceof Element || child instanceof Text ? inWords(child) : '')).join('');
    if (inner.trim() !== '') return isBlock(node) ? ` ${inner} ` : inner;
    const icon = [...node.classList].filter((name) => name.includes('icon')).at(-1);
    const colour = getComputedStyle(node).backgroundColor;
    return icon ? `(icon ${icon})` : colour === 'rgba(0, 0, 0, 0)' ? '' : `(${colour})`;
  };

  const instruction = (): string => {
    const own = ownWords.call(core);
    const query = document.getElementById('query');
    const words = plainWords && query ? inWords(query) : typeof own === 'string' ? own : own.utterance;
    return words.replace(/\s+/g, ' ').trim();
  };

  page.Math.seedrandom(String(seed));
  // setTimeout takes no more: 24 days.
  core.EPISODE_MAX_TIME = 2 ** 31 - 1;
  core.countdownTimer = () => undefined;
  core.startEpisode = () => {
    if (hasBegun) return;
    hasBegun = true;
    core.createDisplay();
    // MiniWoB's own instruments: the last reward, and a drawing of clicks.
    for (const id of ['reward-display', 'click-canvas']) document.getElementById(id)?.setAttribute('style', 'display: none');
    core.cover_div = document.createElement('div');
    core.startEpisodeReal();
    tell('began', { instruction: instruction(), screen: { width: innerWidth, height: innerHeight } });
    parent.postMessage('began', '*');
  };
  core.endEpisode = (reward) => {
    if (isOver) return;
    isOver = true;
    tell('ended', { reward });
    // After the page's own handlers.
    setTimeout(() => (document.body.innerHTML = '<h1>The task is over.</h1>'), 100);
  };
}
