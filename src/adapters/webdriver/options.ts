export interface WebDriverOptions {
  /** Paths of the programs. */
  readonly chromedriver: string;
  readonly chromium: string;
  /** Folder of the stored browser profiles. */
  readonly profiles: string;
  /** Only files below it can be uploaded. Absent: none can. */
  readonly uploads?: string;
  /** Chromium's own sandbox. On by default, except as root, where it does not work. */
  readonly sandbox?: boolean;
  /** Of programs on this machine that no page may reach. */
  readonly refusedPorts?: readonly number[];
  /** What the driver tells of pages is told; off by default (docs/decisions/browser.md). A browser that is open keeps what it was opened with. */
  readonly events?: boolean;
  /** File that remembers which browsers have started on this machine. Absent: each check starts one. */
  readonly started?: string;
}
