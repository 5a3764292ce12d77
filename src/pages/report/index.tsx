/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// The script of a report: bundled to dist/report-view.js and embedded in the page.
import { render } from 'preact';

render(<main class="report" />, document.body);
