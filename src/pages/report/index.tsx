/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// The script of a report: bundled to dist/report-view.js and embedded in the page.
import { render } from 'preact';
import type { ReportPageData } from '../../domain/report/page-data.js';
import { ReportApp } from './app.js';

const root = document.getElementById('root');
const data = JSON.parse(document.getElementById('data')?.textContent ?? '') as ReportPageData;
if (root) {
  root.replaceChildren();
  render(<ReportApp data={data} />, root);
}
