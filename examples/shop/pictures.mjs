import { html } from './html.mjs';

/** A small drawing of the product in its colour; decoration only. */
export function drawProduct({ kind, colour }) {
  return html`<svg viewBox="0 0 120 120" aria-hidden="true">${drawings[kind](colour)}</svg>`;
}

const drawings = {
  notebook: (colour) =>
    html`<rect x="30" y="18" width="62" height="86" rx="5" fill="#00000018" /><rect
        x="27"
        y="14"
        width="62"
        height="86"
        rx="5"
        fill="${colour}"
      />
      <rect x="27" y="14" width="11" height="86" rx="4" fill="#00000030" /><rect
        x="50"
        y="32"
        width="28"
        height="14"
        rx="2"
        fill="#fffdf6"
      /><path d="M80 14v86" stroke="#ffffff55" stroke-width="2" />`,
  pen: (colour) =>
    html`<g transform="rotate(40 60 60)"
      ><rect x="53" y="10" width="14" height="74" rx="6" fill="${colour}" /><path d="M53 84h14l-7 24z" fill="#c9b893" />
      <path d="M58 100h4l-2 8z" fill="#27303a" /><rect x="53" y="40" width="14" height="4" fill="#ffffff66"
    /></g>`,
  ink: (colour) =>
    html`<rect x="46" y="20" width="28" height="18" rx="3" fill="#27303a" /><path
        d="M38 44h44l8 14v40a6 6 0 0 1-6 6H36a6 6 0 0 1-6-6V58z"
        fill="${colour}"
      />
      <rect x="40" y="64" width="40" height="24" rx="2" fill="#fffdf6" />`,
  pad: (colour) =>
    html`<rect x="14" y="36" width="92" height="56" rx="4" fill="#00000018" /><rect
        x="12"
        y="32"
        width="92"
        height="56"
        rx="4"
        fill="${colour}"
      />
      <rect x="24" y="42" width="68" height="36" rx="2" fill="#fffdf688" />`,
};
