/** Options that a browser is started with. */
export interface ChromeOptions {
  readonly binary: string;
  readonly userData: string;
  readonly downloads: string;
  readonly headed: boolean;
  readonly sandbox: boolean;
  readonly acceptInsecureCerts: boolean;
  /** Of programs on this machine that no page may reach. */
  readonly refusedPorts: readonly number[];
  /** The driver tells events of pages. */
  readonly events: boolean;
}

/** Disables only the browser's background activity, nothing that a page needs. */
export const quietly = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The two pages that the address bar keeps ready for its suggestions: more than half of what a start costs, and nobody types there.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
  '--disable-smooth-scrolling',
  '--disable-dev-shm-usage',
  '--force-device-scale-factor=1',
  '--window-size=1280,800',
] as const;

export function browserArguments({ userData, headed, sandbox }: Pick<ChromeOptions, 'userData' | 'headed' | 'sandbox'>): string[] {
  return [...quietly, `--user-data-dir=${userData}`, ...(headed ? [] : ['--headless=new']), ...(sandbox ? [] : ['--no-sandbox'])];
}

interface Timeouts {
  readonly script: number;
  readonly pageLoad: number;
  readonly implicit: number;
}

export function chromeCapabilities(
  { binary, downloads, acceptInsecureCerts, refusedPorts, events, ...options }: ChromeOptions,
  timeouts: Timeouts,
) {
  const common = sessionCapabilities({ acceptInsecureCerts, events }, timeouts);
  return {
    ...common,
    'goog:chromeOptions': {
      ...common['goog:chromeOptions'],
      binary,
      args: browserArguments(options).concat(refusing(refusedPorts)),
      prefs: {
        'download.default_directory': downloads,
        'download.prompt_for_download': false,
        // Nothing is loaded that nobody has asked for: a page could send a secret by what it wants prefetched, and no lock would see it.
        'net.network_prediction_options': 2,
        credentials_enable_service: false,
        'profile.password_manager_enabled': false,
        'profile.password_manager_leak_detection': false,
      },
    },
  } as const;
}

/** Whatever the host is called: another name for this machine, an address of it, or a name that a page's own server resolves to it. */
function refusing(ports: readonly number[]): string[] {
  return ports.length === 0 ? [] : [`--host-resolver-rules=${ports.map((port) => `MAP *:${port} ~NOTFOUND`).join(', ')}`];
}

/** Of a session with a browser that runs already. */
export function takeOverCapabilities(
  debuggerAddress: string,
  options: Pick<ChromeOptions, 'acceptInsecureCerts' | 'events'>,
  timeouts: Timeouts,
) {
  const common = sessionCapabilities(options, timeouts);
  return { ...common, 'goog:chromeOptions': { ...common['goog:chromeOptions'], debuggerAddress } } as const;
}

function sessionCapabilities({ acceptInsecureCerts, events }: Pick<ChromeOptions, 'acceptInsecureCerts' | 'events'>, timeouts: Timeouts) {
  return {
    browserName: 'chrome',
    acceptInsecureCerts,
    // The session waits for pages itself (isolated-session.ts). The driver would ask the page whether it has loaded, and a page that redefines
    // what it asks with ends the driver (seen with chromedriver 156).
    pageLoadStrategy: 'none',
    timeouts: { ...timeouts },
    // Dialogs stay open until they are answered as controls.
    unhandledPromptBehavior: { default: 'ignore', beforeUnload: 'ignore' } as unknown as 'ignore',
    'wdio:enforceWebDriverClassic': true,
    webSocketUrl: events ? true : undefined,
    'goog:loggingPrefs': { performance: 'ALL' } as object,
    'goog:chromeOptions': {
      // Reports which kind of dialog opened (see dialogs.ts).
      perfLoggingPrefs: { enableNetwork: false, enablePage: true },
    },
  } as const;
}
