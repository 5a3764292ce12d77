// Values on a scale, and colours: handles, tracks, stars and steps.
import { click, drag, modulePageOf, pageOf, press, set, thing, type } from './page.mjs';

const jquery = 'jquery/dist/jquery.min.js';

export const sliders = [
  {
    name: 'noUiSlider: one handle',
    page: pageOf({
      title: 'Heat',
      styles: ['nouislider/dist/nouislider.min.css'],
      body: '<p>Temperature</p><div id="place" style="width:400px;margin:40px 0"></div>',
      scripts: ['nouislider/dist/nouislider.min.js'],
      script: `noUiSlider.create(place, { start: 20, step: 1, range: { min: 5, max: 30 }, handleAttributes: [{ 'aria-label': 'Temperature' }] });`,
    }),
    task: 'Set the temperature to 24',
    acts: [set('slider', 'Temperature', 24)],
    before: `Number(place.noUiSlider.get()) === 20`,
    done: `Number(place.noUiSlider.get()) === 24`,
  },
  {
    name: 'noUiSlider: two handles',
    page: pageOf({
      title: 'Prices',
      styles: ['nouislider/dist/nouislider.min.css'],
      body: '<div id="place" style="width:400px;margin:40px 0"></div>',
      scripts: ['nouislider/dist/nouislider.min.js'],
      script: `noUiSlider.create(place, { start: [10, 90], step: 1, connect: true, range: { min: 0, max: 100 }, handleAttributes: [{ 'aria-label': 'From' }, { 'aria-label': 'To' }] });`,
    }),
    task: 'Set the upper end to 70 and the lower one to 15',
    acts: [set('slider', 'To', 70), set('slider', 'From', 15)],
    before: `place.noUiSlider.get(true).join() === '10,90'`,
    done: `place.noUiSlider.get(true).map(Math.round).join() === '15,70'`,
  },
  {
    name: 'rangeslider-pure: drag the handle',
    page: pageOf({
      title: 'Width',
      styles: ['rangeslider-pure/dist/range-slider.css'],
      body: '<label for="wide">Width</label> <div style="width:400px;margin-top:30px"><input id="wide" type="range" min="0" max="10" step="1" value="2"></div>',
      scripts: ['rangeslider-pure/dist/range-slider.js'],
      script: `rangeSlider.create(wide, { polyfill: true });`,
    }),
    task: 'Set the width to 10 by dragging its handle to the right end',
    acts: [drag(thing('slider', 'Width'), thing('slider', 'Width', { at: { x: 1, y: 0.5 } }))],
    before: `wide.value === '2'`,
    done: `wide.value === '10'`,
    async play(page) {
      const { x, y, width, height } = await page.locator('.rangeSlider__handle').boundingBox();
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + 450, y + height / 2, { steps: 10 });
      await page.mouse.up();
    },
  },
  {
    name: 'ion.rangeSlider: keyboard',
    page: pageOf({
      title: 'Weight',
      styles: ['ion-rangeslider/css/ion.rangeSlider.min.css'],
      body: '<div style="width:400px"><input id="weight" aria-label="Weight"></div>',
      scripts: [jquery, 'ion-rangeslider/js/ion.rangeSlider.min.js'],
      script: `$('#weight').ionRangeSlider({ min: 0, max: 20, from: 5, step: 1, postfix: ' kg' });`,
    }),
    task: 'Set the weight to 8 kg',
    acts: [click('text', '5 kg'), press('ArrowRight'), press('ArrowRight'), press('ArrowRight')],
    before: `weight.value === '5'`,
    done: `weight.value === '8'`,
  },
  {
    name: 'jQuery UI: slider',
    page: pageOf({
      title: 'Bass',
      styles: ['jquery-ui/dist/themes/base/jquery-ui.min.css'],
      body: '<p id="say">Bass: <b id="now">3</b></p><div id="place" style="width:300px"></div>',
      scripts: [jquery, 'jquery-ui/dist/jquery-ui.min.js'],
      script: `$('#place').slider({ value: 3, min: 0, max: 10, slide: (event, { value }) => { now.textContent = value; } });`,
    }),
    task: 'Set the bass to 6; its handle has no name',
    acts: [click('text', 'Bass:'), press('Tab'), press('ArrowRight'), press('ArrowRight'), press('ArrowRight')],
    before: `$('#place').slider('value') === 3`,
    done: `$('#place').slider('value') === 6 && now.textContent === '6'`,
  },
  {
    name: 'MUI: slider with an input inside its thumb',
    page: modulePageOf({ title: 'Light' }),
    script: `import { createRoot } from 'react-dom/client'; import { Slider } from '@mui/material';
window.value = 30; createRoot(document.getElementById('root')).render(<div style={{ width: 300, padding: 20 }}><Slider aria-label="Brightness" defaultValue={30} onChange={(_event, value) => { window.value = value; }} /></div>);`,
    task: 'Set the brightness to 55',
    acts: [set('slider', 'Brightness', 55)],
    before: `window.value === 30 && !!document.querySelector('input')`,
    done: `window.value === 55`,
  },
  {
    name: 'Material Web: slider and switch in labels',
    page: modulePageOf({
      title: 'Fan',
      body: '<label>Speed <md-slider id="speed" min="0" max="10" value="4" labeled aria-label="Speed"></md-slider></label><p><label>Night mode <md-switch id="night" aria-label="Night mode"></md-switch></label></p>',
    }),
    script: `import '@material/web/slider/slider.js'; import '@material/web/switch/switch.js'; window.ready = true;`,
    task: 'Set the speed to 7 and turn the night mode on',
    acts: [set('slider', 'Speed', 7), click('switch', 'Night mode')],
    before: `window.ready && speed.value === 4 && !night.selected`,
    done: `speed.value === 7 && night.selected`,
  },
  {
    name: 'Shoelace: rating of stars',
    page: pageOf({
      title: 'Review',
      styles: ['@shoelace-style/shoelace/cdn/themes/light.css'],
      style: 'sl-rating { --symbol-size: 3rem }',
      body: '<sl-rating id="stars" label="Rating"></sl-rating><script type="module" src="/lib/@shoelace-style/shoelace/cdn/shoelace.js"></script>',
      script: `customElements.whenDefined('sl-rating').then(() => { stars.getSymbol = () => '<svg viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="orange"/></svg>'; window.ready = true; });`,
    }),
    task: 'Give four stars of five',
    acts: [click('slider', 'Rating', { at: { x: 0.7, y: 0.5 } })],
    before: `window.ready && stars.value === 0`,
    done: `stars.value === 4`,
  },
  {
    name: 'rating: stars of radio buttons',
    page: pageOf({
      title: 'Feedback',
      style: '.stars input { position: absolute; opacity: 0 } .stars label { font-size: 32px; cursor: pointer }',
      body: `<div class="stars" role="radiogroup" aria-label="Your rating">${[1, 2, 3, 4, 5].map((count) => `<input type="radio" name="s" id="s${count}" value="${count}"><label for="s${count}" title="${count} stars">☆</label>`).join('')}</div>`,
    }),
    task: 'Give three stars',
    acts: [click('radio', '3 stars')],
    before: `!document.querySelector(':checked')`,
    done: `document.querySelector(':checked')?.value === '3'`,
    play: (page) => page.locator('label[for=s3]').click(),
  },
  {
    name: 'Spectrum: choose a colour',
    page: pageOf({
      title: 'Paint',
      styles: ['spectrum-colorpicker/spectrum.css'],
      body: '<input id="paint">',
      scripts: [jquery, 'spectrum-colorpicker/spectrum.js'],
      script: `$('#paint').spectrum({ color: '#000', showInput: true, preferredFormat: 'hex', flat: true });`,
    }),
    task: 'Enter #ff8800 as the colour and press "choose"',
    acts: [type('textbox', undefined, '#ff8800'), press('Enter'), click('button', 'choose')],
    before: `$('#paint').spectrum('get').toHexString() === '#000000'`,
    done: `$('#paint').spectrum('get').toHexString() === '#ff8800'`,
  },
  {
    name: 'Pickr: a swatch',
    page: pageOf({
      title: 'Label colour',
      styles: ['@simonwep/pickr/dist/themes/nano.min.css'],
      body: '<div id="place"></div>',
      scripts: ['@simonwep/pickr/dist/pickr.min.js'],
      script: `window.picker = Pickr.create({ el: place, theme: 'nano', default: '#112233', swatches: ['#ff0000', '#00aa00', '#0000ff'], components: { preview: true, hue: true, interaction: { input: true, save: true } } });
picker.on('save', (colour) => { window.saved = colour.toHEXA().toString(); });`,
    }),
    task: 'Open the colour dialog, enter #00AA00 and save',
    acts: [
      click('button', 'toggle color picker dialog'),
      type('textbox', 'color input field', '#00AA00'),
      press('Enter'),
      click('button', 'Save'),
    ],
    before: `window.saved === undefined || window.saved === '#112233'`,
    done: `window.saved === '#00AA00'`,
  },
  {
    name: 'Ant Design: number steps',
    page: pageOf({
      title: 'Guests',
      styles: ['antd/dist/reset.css'],
      body: '<label for="guests">Guests</label> <div id="root"></div>',
      scripts: [
        'react/umd/react.production.min.js',
        'react-dom/umd/react-dom.production.min.js',
        'dayjs/dayjs.min.js',
        'antd/dist/antd.min.js',
      ],
      script: `window.value = 2; ReactDOM.createRoot(root).render(React.createElement(antd.InputNumber, { id: 'guests', min: 1, max: 9, defaultValue: 2, onChange: (value) => { window.value = value; } }));`,
    }),
    task: 'Set the number of guests to 5',
    acts: [set('spinbutton', 'Guests', 5)],
    before: `window.value === 2 && !!document.querySelector('#guests')`,
    done: `window.value === 5`,
  },
];
