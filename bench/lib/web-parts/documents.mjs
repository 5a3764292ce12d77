// What is behind a link and no page: texts, data, PDF, downloads, and answers that say no.
import { pdfOf } from '../../../test/support/pdf.mjs';
import { back, click, pageOf, read, readFile, type } from './page.mjs';

const asked = (label) => `<p><label>${label} <input id="told"></label></p>`;

/** Behind a link stands what is to be written into the field of the page with the link. */
function document({ name, file, body, value, shown = value, ...more }) {
  return {
    name,
    page: pageOf({ title: 'Archive', body: `<a href="${file}">Open the document</a>${asked('Total')}` }),
    files: { [file]: body },
    task: 'Open the document, and write the total that it names into the field of the page with the link',
    acts: [click('link', 'Open the document'), read(shown), back, type('textbox', 'Total', value)],
    before: `document.title === 'Archive' && told.value === ''`,
    done: `document.title === 'Archive' && told.value === '${value}'`,
    ...more,
  };
}

async function openAndReturn(page, value) {
  await page.getByRole('link').click();
  await page.waitForTimeout(600);
  await page.goBack();
  await page.getByLabel('Total').fill(value);
}

/** The file comes with the download, which Playwright keeps. */
async function downloadAndWrite(page, act, pattern, label) {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  const chunks = await (await download.createReadStream()).toArray();
  await page.getByLabel(label).fill(pattern.exec(Buffer.concat(chunks).toString())[1]);
}

export const documents = [
  document({
    name: 'document: plain text',
    file: 'list.txt',
    body: 'Lamps 20.00\nChairs 21.50\nTotal 41.50\n',
    value: '41.50',
    shown: 'Total 41.50',
  }),
  document({
    name: 'document: JSON',
    file: 'list.json',
    body: '{"rows":[{"lamp":20},{"chair":33}],"total":53}',
    value: '53',
    shown: '"total":53',
  }),
  document({
    name: 'document: XML',
    file: 'list.xml',
    body: '<?xml version="1.0"?><bill><row>7</row><total>71.20</total></bill>',
    value: '71.20',
  }),
  document({
    name: 'document: PDF in the tab',
    file: 'bill.pdf',
    body: pdfOf('Total 68.90 Euro'),
    value: '68.90',
    play: (page) => openAndReturn(page, '68.90'),
  }),
  document({
    name: 'document: a picture',
    file: 'bill.svg',
    body: '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><text x="20" y="60" font-size="30">Total 12.40</text></svg>',
    value: '12.40',
    play: (page) => openAndReturn(page, '12.40'),
  }),
  {
    name: 'document: a page that comes after two seconds',
    page: pageOf({ title: 'Reports', body: '<a href="slow.html">Yearly report</a>' }),
    files: {
      'slow.html': {
        body: '<!doctype html><title>Yearly report</title><button onclick="window.kept = true">Keep</button>',
        delayMs: 2_000,
      },
    },
    task: 'Open the yearly report and keep it',
    acts: [click('link', 'Yearly report'), click('button', 'Keep')],
    before: `document.title === 'Reports'`,
    done: `document.title === 'Yearly report' && window.kept === true`,
  },
  {
    name: 'answer: 404',
    page: pageOf({
      title: 'Links',
      body: `<p><a href="gone.html">Old page</a> <button onclick="window.broken = 'old'">The old page is broken</button></p><p><a href="there.html">New page</a> <button onclick="window.broken = 'new'">The new page is broken</button></p>`,
    }),
    files: { 'there.html': '<!doctype html><title>There</title><h1>There</h1>' },
    missing: ['gone.html'],
    task: 'Open the old page; if it is not there, come back and report it as broken',
    acts: [click('link', 'Old page'), read('Not found'), back, click('button', 'The old page is broken')],
    before: `window.broken === undefined`,
    done: `window.broken === 'old' && document.title === 'Links'`,
  },
  {
    name: 'answer: 403',
    page: pageOf({
      title: 'Rooms',
      body: `<a href="locked.html">Vault</a> <button onclick="window.told = 'closed'">The vault is closed</button> <button onclick="window.told = 'open'">The vault is open</button>`,
    }),
    files: { 'locked.html': { status: 403, body: '<!doctype html><title>Forbidden</title><h1>Forbidden</h1><p>You may not enter.</p>' } },
    missing: ['locked.html'],
    task: 'Look whether the vault can be entered, come back and say so',
    acts: [click('link', 'Vault'), read('You may not enter.'), back, click('button', 'The vault is closed')],
    before: `window.told === undefined`,
    done: `window.told === 'closed'`,
  },
  {
    name: 'answer: 204, the page stays',
    page: pageOf({
      title: 'Alarm',
      body: `<a href="nothing" onclick="window.sent = true">Silence it</a> <button onclick="if (window.sent) window.went = true">Go on</button>`,
    }),
    files: { nothing: { status: 204, body: '' } },
    task: 'Silence the alarm and go on',
    acts: [click('link', 'Silence it'), click('button', 'Go on')],
    before: `window.sent === undefined && window.went === undefined`,
    done: `window.went === true`,
  },
  {
    name: 'answer: an address that moved',
    page: pageOf({ title: 'Start', body: '<a href="old.html">Prices</a>' }),
    files: {
      'old.html': { status: 302, headers: { location: 'new.html' }, body: '' },
      'new.html': '<!doctype html><title>Prices</title><button onclick="window.taken = true">Take the offer</button>',
    },
    task: 'Open the prices and take the offer',
    acts: [click('link', 'Prices'), click('button', 'Take the offer')],
    before: `document.title === 'Start'`,
    done: `document.title === 'Prices' && window.taken === true`,
  },
  {
    name: 'download: by a link',
    page: pageOf({ title: 'Voucher', body: `<a href="voucher.txt" download>Download the voucher</a>${asked('Code')}` }),
    files: {
      'voucher.txt': { body: 'Thank you.\nCode: PLUM-77\n', headers: { 'content-disposition': 'attachment; filename="voucher.txt"' } },
    },
    task: 'Download the voucher and write the code that stands in the file into the field',
    acts: [click('link', 'Download the voucher'), readFile('voucher.txt', 'PLUM-77'), type('textbox', 'Code', 'PLUM-77')],
    before: `told.value === ''`,
    done: `told.value === 'PLUM-77'`,
    play: (page) => downloadAndWrite(page, () => page.getByRole('link').click(), /Code: (\S+)/, 'Code'),
  },
  {
    name: 'download: made by the page',
    page: pageOf({
      title: 'Export',
      body: `<button id="go">Export as CSV</button>${asked('Id of the second row')}`,
      script: `go.onclick = () => { const link = document.createElement('a'); link.href = URL.createObjectURL(new Blob(['id,name\\n3,Ada\\n908,Bob\\n'], { type: 'text/csv' })); link.download = 'people.csv'; link.click(); };`,
    }),
    task: 'Export the people and write the id of the second row, Bob, into the field',
    acts: [click('button', 'Export as CSV'), readFile('people.csv', '908,Bob'), type('textbox', 'Id of the second row', '908')],
    before: `told.value === ''`,
    done: `told.value === '908'`,
    play: (page) => downloadAndWrite(page, () => page.getByRole('button').click(), /(\d+),Bob/, 'Id of the second row'),
  },
  {
    name: 'document: print',
    page: pageOf({
      title: 'Ticket',
      body: `<button onclick="print(); window.printed = true">Print</button> <button onclick="if (window.printed) window.ended = true">Finish</button>`,
    }),
    task: 'Print the ticket and finish',
    acts: [click('button', 'Print'), click('button', 'Finish')],
    before: `window.printed === undefined && window.ended === undefined`,
    done: `window.ended === true`,
  },
];
