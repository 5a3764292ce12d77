// An HTML file that needs no network, server or other files.
//
// page-1. Nothing runs in it but its one script: the policy allows that and its one style by their hashes, and only embedded images.
// page-2. Data is JSON without `<`: it can contain neither the end of the script element nor a comment.
import { createHash } from 'node:crypto';
import { oneLine } from '../../domain/flow/one-line.js';
import { escaped } from '../dagre/drawing.js';

export interface SingleFilePage {
  /** Plain text. */
  readonly title: string;
  readonly style: string;
  readonly script: string;
  /** Of the script: `#data`, JSON. */
  readonly data: unknown;
  /** HTML before the script, whose parts are escaped already. */
  readonly body: string;
  /** HTML behind the script, which the first view does not wait for. */
  readonly later?: string;
}

const longestTitle = 500;

export function singleFilePage({ title, style, script, data, body, later = '' }: SingleFilePage): string {
  const policy = `default-src 'none'; img-src data:; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(oneLine(title, longestTitle))}</title>
<style>${style}</style>
</head>
<body>
${body}
<script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script>${script}</script>
${later}
</body>
</html>
`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
