// What is drawn: only a picture shows what is where. Places are shares of the drawing's box.
import { click, doubleClick, drag, hover, pageOf, press, read, thing, type, typeOn } from './page.mjs';

export const canvases = [
  {
    name: 'Leaflet: a marker of a map',
    page: pageOf({
      title: 'Trails',
      styles: ['leaflet/dist/leaflet.css'],
      body: '<div id="place" style="width:600px;height:360px"></div>',
      scripts: ['leaflet/dist/leaflet.js'],
      script: `window.map = L.map('place', { zoomAnimation: false }).setView([46, 8], 9); for (const [title, at] of [['Hut', [46.1, 8]], ['Peak', [46, 8.3]]]) L.marker(at, { title, alt: title }).addTo(map).bindPopup('<button onclick="window.chosen=\\'' + title + '\\'">Choose ' + title + '</button>');`,
    }),
    task: 'Press the marker Peak and choose it in what opens',
    acts: [click('button', 'Peak'), click('button', 'Choose Peak')],
    before: `window.chosen === undefined && map.getZoom() === 9`,
    done: `window.chosen === 'Peak'`,
  },
  {
    name: 'Leaflet: zoom and move',
    page: pageOf({
      title: 'Map',
      styles: ['leaflet/dist/leaflet.css'],
      body: '<div id="place" role="application" aria-label="Map" style="width:600px;height:360px"></div>',
      scripts: ['leaflet/dist/leaflet.js'],
      script: `window.map = L.map('place', { zoomAnimation: false, inertia: false }).setView([0, 0], 4);`,
    }),
    task: 'Zoom in twice and move the map so that what is at its right edge comes to the middle',
    acts: [
      click('button', 'Zoom in'),
      click('button', 'Zoom in'),
      drag(thing('application', 'Map', { at: { x: 0.9, y: 0.5 } }), thing('application', 'Map', { at: { x: 0.5, y: 0.5 } })),
    ],
    before: `map.getZoom() === 4`,
    done: `map.getZoom() === 6 && map.getCenter().lng > 3`,
  },
  {
    name: 'Chart.js: a bar of a chart',
    page: pageOf({
      title: 'Sales',
      body: '<div style="width:600px"><canvas id="chart" role="img" aria-label="Sales of three months" width="600" height="300"></canvas></div>',
      scripts: ['chart.js/dist/Chart.bundle.min.js'],
      script: `window.chart = new Chart(document.getElementById('chart'), { type: 'bar', data: { labels: ['May', 'June', 'July'], datasets: [{ label: 'Sales', backgroundColor: 'steelblue', data: [30, 80, 50] }] }, options: { animation: { duration: 0 }, scales: { yAxes: [{ ticks: { beginAtZero: true } }] }, onClick: (event, [bar]) => { window.pressed = bar?._model.label; } } });`,
    }),
    task: 'Press the highest bar',
    acts: [click('img', 'Sales of three months', { at: { x: 0.52, y: 0.6 } })],
    before: `window.pressed === undefined`,
    done: `window.pressed === 'June'`,
  },
  {
    name: 'Chart.js: hide a series by its legend',
    page: pageOf({
      title: 'Heat',
      body: '<div style="width:600px"><canvas id="chart" role="img" aria-label="Heat of two towns" width="600" height="300"></canvas></div>',
      scripts: ['chart.js/dist/Chart.bundle.min.js'],
      script: `window.chart = new Chart(document.getElementById('chart'), { type: 'line', data: { labels: ['Mon', 'Tue'], datasets: [{ label: 'North', data: [3, 5] }, { label: 'South', data: [9, 11] }] }, options: { animation: { duration: 0 } } });`,
    }),
    task: 'Hide the line of North by pressing its name in the legend',
    acts: [click('img', 'Heat of two towns', { at: { x: 0.45, y: 0.06 } })],
    before: `chart.isDatasetVisible(0) && chart.isDatasetVisible(1)`,
    done: `!chart.isDatasetVisible(0) && chart.isDatasetVisible(1)`,
  },
  {
    name: 'Konva: drag a shape into another',
    page: pageOf({
      title: 'Shapes',
      body: '<div id="place" role="img" aria-label="Drawing" style="width:500px;border:1px solid"></div>',
      scripts: ['konva/konva.min.js'],
      script: `const stage = new Konva.Stage({ container: 'place', width: 500, height: 300 }); const layer = new Konva.Layer(); stage.add(layer);
layer.add(new Konva.Rect({ x: 350, y: 180, width: 100, height: 80, stroke: 'black' })); window.ball = new Konva.Circle({ x: 80, y: 80, radius: 30, fill: 'red', draggable: true }); layer.add(ball);`,
    }),
    task: 'Put the red ball into the rectangle',
    acts: [drag(thing('img', 'Drawing', { at: { x: 0.16, y: 0.27 } }), thing('img', 'Drawing', { at: { x: 0.8, y: 0.73 } }))],
    before: `ball.x() === 80`,
    done: `ball.x() > 350 && ball.x() < 450 && ball.y() > 180 && ball.y() < 260`,
  },
  {
    name: 'canvas: press one of three drawn shapes',
    page: pageOf({
      title: 'Which is round?',
      body: '<canvas id="drawn" width="480" height="160" aria-label="Shapes" role="img" style="border:1px solid"></canvas>',
      script: `const pen = drawn.getContext('2d'); pen.fillStyle = 'teal'; pen.fillRect(40, 40, 80, 80); pen.beginPath(); pen.arc(400, 80, 40, 0, 7); pen.fill(); pen.beginPath(); pen.moveTo(240, 40); pen.lineTo(290, 120); pen.lineTo(190, 120); pen.fill();
drawn.onclick = ({ offsetX, offsetY }) => { window.pressed = Math.hypot(offsetX - 400, offsetY - 80) < 40 ? 'round' : 'other'; };`,
    }),
    task: 'Press the round shape',
    acts: [click('img', 'Shapes', { at: { x: 0.83, y: 0.5 } })],
    before: `window.pressed === undefined`,
    done: `window.pressed === 'round'`,
  },
  {
    name: 'signature_pad: sign',
    page: pageOf({
      title: 'Contract',
      body: '<canvas id="pad" width="400" height="160" role="img" aria-label="Signature" style="border:1px solid"></canvas><p><button onclick="if (!sign.isEmpty()) window.signed = true">Confirm</button></p>',
      scripts: ['signature_pad/dist/signature_pad.umd.min.js'],
      script: `window.sign = new SignaturePad(pad);`,
    }),
    task: 'Sign with any line and confirm',
    acts: [
      drag(thing('img', 'Signature', { at: { x: 0.2, y: 0.5 } }), thing('img', 'Signature', { at: { x: 0.8, y: 0.6 } })),
      click('button', 'Confirm'),
    ],
    before: `sign.isEmpty() && window.signed === undefined`,
    done: `!sign.isEmpty() && window.signed === true`,
  },
  {
    name: 'Cropper: a smaller piece of a picture',
    page: pageOf({
      title: 'Crop',
      styles: ['cropperjs/dist/cropper.min.css'],
      body: `<div style="width:400px;height:300px"><img id="photo" alt="Photo" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='400' height='300'%3E%3Crect width='400' height='300' fill='orange'/%3E%3C/svg%3E" style="max-width:100%"></div><button onclick="window.cropped = cropper.getData(true)">Crop</button>`,
      scripts: ['cropperjs/dist/cropper.min.js'],
      script: `window.cropper = new Cropper(photo, { autoCropArea: 1, viewMode: 1, ready: () => { window.ready = true; } });`,
    }),
    task: 'Drag the lower right corner to the middle, so that the upper left quarter is left, and crop',
    acts: [drag(thing('img', 'Photo', { at: { x: 1, y: 1 } }), thing('img', 'Photo', { at: { x: 0.5, y: 0.5 } })), click('button', 'Crop')],
    before: `window.ready && window.cropped === undefined`,
    done: `window.cropped?.width < 260 && window.cropped.width > 140 && window.cropped.x < 10`,
  },
  {
    name: 'SVG: a part with a title',
    page: pageOf({
      title: 'Body map',
      body: `<svg width="300" height="160" role="group" aria-label="Body"><circle cx="60" cy="80" r="40" fill="pink" onclick="window.pressed='Head'"><title>Head</title></circle><rect x="140" y="40" width="120" height="80" fill="lightblue" onclick="window.pressed='Back'"><title>Back</title></rect></svg>`,
    }),
    task: 'Press Head, whose name shows when one points at the circle',
    acts: [click('img', 'Head')],
    before: `window.pressed === undefined`,
    done: `window.pressed === 'Head'`,
    play: (page) => page.locator('circle').click(),
  },
  {
    name: 'image map: one of its areas',
    page: pageOf({
      title: 'Floor',
      body: `<img alt="Plan of the floor" usemap="#plan" width="300" height="150" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='300' height='150'%3E%3Crect width='150' height='150' fill='%23cce'/%3E%3Crect x='150' width='150' height='150' fill='%23ecc'/%3E%3C/svg%3E"><map name="plan"><area shape="rect" coords="0,0,150,150" alt="Kitchen" href="#k" onclick="window.room='Kitchen'"><area shape="rect" coords="150,0,300,150" alt="Library" href="#l" onclick="window.room='Library'"></map>`,
    }),
    task: 'Choose the Library on the plan',
    acts: [click('link', 'Library')],
    before: `window.room === undefined`,
    done: `window.room === 'Library'`,
    play: (page) => page.locator('img').click({ position: { x: 220, y: 70 } }),
  },
  {
    name: 'canvas: a text that is edited where it is drawn',
    page: pageOf({
      title: 'Poster',
      body: '<canvas id="poster" width="400" height="120" role="img" aria-label="Poster" tabindex="0" style="border:1px solid"></canvas>',
      script: `const pen = poster.getContext('2d'); window.words = 'Welcome'; let editing = false; const draw = () => { pen.clearRect(0, 0, 400, 120); pen.font = '32px sans-serif'; pen.fillText(words + (editing ? '|' : ''), 40, 70); }; draw();
poster.ondblclick = () => { editing = true; window.words = ''; draw(); }; poster.onkeydown = ({ key }) => { if (!editing) return; if (key === 'Enter') editing = false; else if (key.length === 1) window.words += key; draw(); window.settled = !editing; };`,
    }),
    task: 'Double-click the drawn word, type "Farewell" and Enter',
    acts: [doubleClick('img', 'Poster', { at: { x: 0.3, y: 0.5 } }), typeOn('Farewell'), press('Enter')],
    before: `window.words === 'Welcome'`,
    done: `window.words === 'Farewell' && window.settled === true`,
  },
  {
    name: 'canvas: a hint that shows where one points',
    page: pageOf({
      title: 'Stars',
      body: '<canvas id="sky" width="400" height="160" role="img" aria-label="Sky" style="background:#013"></canvas><p id="hint">&nbsp;</p><p><label>Name of the yellow star <input id="name"></label></p>',
      script: `const pen = sky.getContext('2d'); for (const [x, colour] of [[100, 'white'], [300, 'yellow']]) { pen.fillStyle = colour; pen.beginPath(); pen.arc(x, 80, 12, 0, 7); pen.fill(); }
sky.onmousemove = ({ offsetX }) => { hint.textContent = Math.abs(offsetX - 300) < 14 ? 'Capella' : Math.abs(offsetX - 100) < 14 ? 'Vega' : '\\u00a0'; if (hint.textContent === 'Capella') window.seen = true; };`,
    }),
    task: 'Point at the yellow star, and write the name that shows into the field',
    acts: [hover('img', 'Sky', { at: { x: 0.75, y: 0.5 } }), read('Capella'), type('textbox', 'Name of the yellow star', 'Capella')],
    before: `window.seen === undefined && document.getElementById('name').value === ''`,
    done: `window.seen && document.getElementById('name').value === 'Capella'`,
  },
];
