// Pages on which controls stand close together: widgets as their authors ship them, and a form.

const page = (head, body) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Dense</title>${head}</head><body>${body}</body></html>`;

const jquery = '<script src="/packages/jquery/dist/jquery.min.js"></script>';
const jqueryUi =
  jquery +
  '<link rel="stylesheet" href="/packages/jquery-ui/dist/themes/base/jquery-ui.min.css"><script src="/packages/jquery-ui/dist/jquery-ui.min.js"></script>';
const spectrum =
  jquery +
  '<link rel="stylesheet" href="/packages/spectrum-colorpicker/spectrum.css"><script src="/packages/spectrum-colorpicker/spectrum.js"></script>';

const fields = '<p><label>Name <input></label> <label>Street <input></label> <button type="button">Save</button></p>';

/** @param {string} options of the widget, as JavaScript */
function datePicker(options) {
  return page(
    `${jqueryUi}<style>body { font: 14px sans-serif; margin: 24px }</style>`,
    `<h1>Journey</h1>${fields}<p><label>Departure <input id="date"></label></p><p>Prices are per person and include all taxes.</p>
     <script>$('#date').datepicker({ defaultDate: '11/24/2026', ${options} }).datepicker('show');</script>`,
  );
}

const hues = Array.from({ length: 10 }, (_, at) => at * 36);
const tones = [15, 25, 35, 45, 55, 65, 75, 85, 92].map((light) => hues.map((hue) => `hsl(${hue}, 70%, ${light}%)`));

function palette(options) {
  return page(
    `${spectrum}<style>body { font: 14px sans-serif; margin: 24px }</style>`,
    `<h1>Brush</h1>${fields}<p><input id="colour"></p><p>The colour is used for the next stroke.</p>
     <script>$('#colour').spectrum({ showPalette: true, palette: ${JSON.stringify(tones)}, ${options} });</script>`,
  );
}

/** 300 controls in one view of 1280 × 800. */
function form() {
  const cells = Array.from(
    { length: 100 },
    (_, at) =>
      `<div><label for="f${at}">Item ${at + 1}</label><input id="f${at}" size="8"><input type="checkbox" aria-label="Gift ${at + 1}"><button type="button">Add</button></div>`,
  ).join('');
  return page(
    '<style>body { font: 13px sans-serif; margin: 8px } form { display: grid; grid-template-columns: repeat(5, 1fr); gap: 4px 12px } div { display: flex; gap: 5px; align-items: center; height: 31px } label { width: 60px }</style>',
    `<form>${cells}</form>`,
  );
}

export const densePages = {
  'date picker': datePicker(''),
  'date picker, three months': datePicker('numberOfMonths: 3, changeMonth: true, changeYear: true'),
  palette: palette('flat: true, showPaletteOnly: true'),
  'palette, in a panel': palette('flat: true, showInput: true, showInitial: true, showAlpha: true'),
  'form of 300 controls': form(),
};
