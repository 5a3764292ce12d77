import type { ComponentChildren } from 'preact';

interface LinkProps {
  readonly href: string;
  readonly children: ComponentChildren;
}

/** Only to the web and to files beside the page: an address with any other scheme (`javascript:`) is shown as text. */
export function Link({ href, children }: LinkProps) {
  return isHarmless(href) ? (
    <a href={href} rel="noreferrer noopener">
      {children}
    </a>
  ) : (
    <span title={href}>{children}</span>
  );
}

function isHarmless(href: string): boolean {
  return /^(https?:\/\/|#|\.{0,2}\/(?!\/))/i.test(href);
}
