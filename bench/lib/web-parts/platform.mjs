// What the browser itself brings: its fields, disclosures and dialogs, without any library.
import { answer, click, doubleClick, pageOf, press, read, select, set, type, typeOn } from './page.mjs';

export const platform = [
  {
    name: 'native: text field and button',
    page: pageOf({
      title: 'Newsletter',
      body: '<form><label for="mail">Email</label> <input id="mail" type="email"> <button>Subscribe</button></form><p id="said"></p>',
      script: `document.forms[0].onsubmit = (event) => { event.preventDefault(); said.textContent = 'Subscribed ' + mail.value; };`,
    }),
    task: 'Subscribe ada@example.org to the newsletter',
    acts: [type('textbox', 'Email', 'ada@example.org'), click('button', 'Subscribe'), read('Subscribed ada@example.org')],
    before: `said.textContent === '' && mail.value === ''`,
    done: `said.textContent === 'Subscribed ada@example.org'`,
  },
  {
    name: 'native: <details>',
    page: pageOf({
      title: 'Questions',
      body: `<details name="q"><summary>How do I return an item?</summary><p>Within 30 days, by post.</p></details>
<details name="q"><summary>Which cards do you take?</summary><p>The secret word is heron.</p></details>
<p><label>Secret word <input id="word"></label></p>`,
    }),
    task: 'Write the secret word that stands below "Which cards do you take?" into the field',
    acts: [click('text', 'Which cards do you take?'), read('heron'), type('textbox', 'Secret word', 'heron')],
    before: `!document.querySelector('details[open]') && word.value === ''`,
    done: `word.value === 'heron' && document.querySelectorAll('details')[1].open`,
  },
  {
    name: 'native: date field',
    page: pageOf({ title: 'Booking', body: '<label for="day">Arrival</label> <input id="day" type="date">' }),
    task: 'Set the arrival to 24 December 2031',
    acts: [set('textbox', 'Arrival', '2031-12-24')],
    before: `day.value === ''`,
    done: `day.value === '2031-12-24'`,
  },
  {
    name: 'native: time field',
    page: pageOf({ title: 'Alarm', body: '<label for="hour">Wake me at</label> <input id="hour" type="time" value="06:00">' }),
    task: 'Set the alarm to 7:45 in the morning',
    acts: [set('textbox', 'Wake me at', '07:45')],
    before: `hour.value === '06:00'`,
    done: `hour.value === '07:45'`,
  },
  {
    name: 'native: month and date-time fields',
    page: pageOf({
      title: 'Report',
      body: '<p><label>Month <input id="month" type="month"></label></p><p><label>Send at <input id="sent" type="datetime-local"></label></p>',
    }),
    task: 'Choose March 2030 as month, and 1 April 2030 at 9:30 as the time to send',
    acts: [set('textbox', 'Month', '2030-03'), set('textbox', 'Send at', '2030-04-01T09:30')],
    before: `month.value === '' && sent.value === ''`,
    done: `month.value === '2030-03' && sent.value === '2030-04-01T09:30'`,
  },
  {
    name: 'native: colour field',
    page: pageOf({ title: 'Theme', body: '<label for="accent">Accent</label> <input id="accent" type="color" value="#000000">' }),
    task: 'Set the accent colour to #3366cc',
    acts: [set('textbox', 'Accent', '#3366cc')],
    before: `accent.value === '#000000'`,
    done: `accent.value === '#3366cc'`,
  },
  {
    name: 'native: range',
    page: pageOf({
      title: 'Sound',
      body: '<label for="volume">Volume</label> <input id="volume" type="range" min="0" max="100" value="20"> <output id="now">20</output>',
      script: 'volume.oninput = () => { now.value = volume.value; };',
    }),
    task: 'Set the volume to 65',
    acts: [set('slider', 'Volume', 65)],
    before: `volume.value === '20' && now.value === '20'`,
    done: `volume.value === '65' && now.value === '65'`,
  },
  {
    name: 'native: number field',
    page: pageOf({
      title: 'Cart',
      body: '<label for="amount">Amount</label> <input id="amount" type="number" min="1" max="99" value="1">',
    }),
    task: 'Order 14 pieces',
    acts: [set('spinbutton', 'Amount', 14)],
    before: `amount.value === '1'`,
    done: `amount.value === '14'`,
  },
  {
    name: 'native: <select> with groups',
    page: pageOf({
      title: 'Shipping',
      body: `<label for="city">City</label> <select id="city"><option>Choose…</option><optgroup label="Norway"><option>Oslo</option><option>Bergen</option></optgroup>
<optgroup label="Sweden"><option>Malmö</option><option>Lund</option></optgroup></select>`,
    }),
    task: 'Choose Malmö as the city',
    acts: [select('combobox', 'City', 'Malmö')],
    before: `city.selectedIndex === 0`,
    done: `city.value === 'Malmö'`,
  },
  {
    name: 'native: <select> with equal options',
    page: pageOf({
      title: 'Flights',
      body: `<label for="time">Flight</label> <select id="time"><option value="">Choose…</option><optgroup label="Monday"><option value="mon-9">9:00</option></optgroup>
<optgroup label="Tuesday"><option value="tue-9">9:00</option></optgroup></select>`,
    }),
    task: 'Choose the flight on Tuesday at 9:00',
    acts: [select('combobox', 'Flight', '9:00', { nth: 0, group: 'Tuesday' })],
    before: `time.value === ''`,
    done: `time.value === 'tue-9'`,
    play: (page) => page.getByLabel('Flight').selectOption('tue-9'),
  },
  {
    name: 'native: multiple select',
    page: pageOf({
      title: 'Pizza',
      body: '<label for="on">Toppings</label> <select id="on" multiple size="5"><option>Basil</option><option>Olives</option><option>Capers</option><option>Onions</option></select>',
    }),
    task: 'Choose olives and onions, and nothing else',
    acts: [select('listbox', 'Toppings', ['Olives', 'Onions'])],
    before: `on.selectedOptions.length === 0`,
    done: `[...on.selectedOptions].map((each) => each.text).join() === 'Olives,Onions'`,
  },
  {
    name: 'native: datalist',
    page: pageOf({
      title: 'Browser',
      body: '<label for="with">Browser</label> <input id="with" list="all"><datalist id="all"><option value="Firefox"><option value="Chromium"><option value="Ladybird"></datalist>',
    }),
    task: 'Choose Ladybird as the browser',
    acts: [type('combobox', 'Browser', 'Ladybird')],
    before: `document.getElementById('with').value === ''`,
    done: `document.getElementById('with').value === 'Ladybird'`,
  },
  {
    name: 'native: radio buttons and checkboxes',
    page: pageOf({
      title: 'Ticket',
      style: 'input { accent-color: green }',
      body: `<fieldset><legend>Class</legend><label><input type="radio" name="c" value="1">First</label> <label><input type="radio" name="c" value="2" checked>Second</label></fieldset>
<label><input type="checkbox" id="bike"> With a bicycle</label>`,
    }),
    task: 'A first class ticket with a bicycle',
    acts: [click('radio', 'First'), click('checkbox', 'With a bicycle')],
    before: `document.querySelector('[name=c]:checked').value === '2' && !bike.checked`,
    done: `document.querySelector('[name=c]:checked').value === '1' && bike.checked`,
  },
  {
    name: 'native: contenteditable',
    page: pageOf({
      title: 'Note',
      style: '#note { border: 1px solid; min-height: 80px; padding: 8px }',
      body: '<div id="note" contenteditable="true" role="textbox" aria-label="Note" aria-multiline="true"><p>old text</p></div>',
    }),
    task: 'Replace the note by "Call Eve at noon"',
    acts: [type('textbox', 'Note', 'Call Eve at noon')],
    before: `note.innerText.trim() === 'old text'`,
    done: `note.innerText.trim() === 'Call Eve at noon'`,
  },
  {
    name: 'native: 6,000 characters into a text area',
    page: pageOf({ title: 'Essay', body: '<label for="essay">Essay</label><br><textarea id="essay" rows="8" cols="80"></textarea>' }),
    task: 'Write the sentence "One more line. " four hundred times into the essay',
    acts: [type('textbox', 'Essay', 'One more line. '.repeat(400))],
    before: `essay.value === ''`,
    done: `essay.value === 'One more line. '.repeat(400)`,
    play: (page) => page.getByLabel('Essay').fill('One more line. '.repeat(400)),
  },
  {
    name: 'native: <dialog>',
    page: pageOf({
      title: 'Project',
      body: `<button onclick="ask.showModal()">Rename…</button> <p>Name: <b id="called">Alpha</b></p>
<dialog id="ask"><form method="dialog"><h2>Rename the project</h2><label>New name <input id="fresh"></label> <button value="no">Cancel</button> <button value="yes">Save</button></form></dialog>`,
      script: `ask.onclose = () => { if (ask.returnValue === 'yes') called.textContent = fresh.value; };`,
    }),
    task: 'Rename the project to Omega',
    acts: [click('button', 'Rename…'), type('textbox', 'New name', 'Omega'), click('button', 'Save')],
    before: `called.textContent === 'Alpha' && !ask.open`,
    done: `called.textContent === 'Omega' && !ask.open`,
  },
  {
    name: 'native: popover',
    page: pageOf({
      title: 'Files',
      body: `<button popovertarget="more">More actions</button><div id="more" popover><button onclick="window.did = 'copy'; more.hidePopover()">Duplicate</button>
<button onclick="window.did = 'archive'; more.hidePopover()">Archive</button></div>`,
    }),
    task: 'Archive, which is among the further actions',
    acts: [click('button', 'More actions'), click('button', 'Archive')],
    before: `window.did === undefined`,
    done: `window.did === 'archive'`,
  },
  {
    name: 'native: alert',
    page: pageOf({
      title: 'Greeting',
      body: `<button onclick="alert('The code is 4711'); window.seen = true">Show the code</button> <label>Code <input id="code"></label>`,
    }),
    task: 'Show the code and write it into the field',
    acts: [click('button', 'Show the code'), answer(true), type('textbox', 'Code', '4711')],
    before: `window.seen === undefined && code.value === ''`,
    done: `window.seen && code.value === '4711'`,
  },
  {
    name: 'native: confirm',
    page: pageOf({
      title: 'Mail',
      body: `<button onclick="window.answered = confirm('Mark all 12 messages as read?')">Mark all as read</button>`,
    }),
    task: 'Mark all messages as read, and agree when the page wants to know whether that is meant',
    acts: [click('button', 'Mark all as read'), answer(true)],
    before: `window.answered === undefined`,
    done: `window.answered === true`,
  },
  {
    name: 'native: prompt',
    page: pageOf({
      title: 'Folders',
      body: `<button onclick="window.called = prompt('Name of the folder', 'New folder')">New folder</button>`,
    }),
    task: 'Make a folder with the name Receipts',
    acts: [click('button', 'New folder'), answer(true, 'Receipts')],
    before: `window.called === undefined`,
    done: `window.called === 'Receipts'`,
  },
  {
    name: 'native: beforeunload',
    page: pageOf({
      title: 'Draft',
      body: '<label>Text <input id="draft"></label> <a href="away.html">Leave without saving</a>',
      script: `draft.oninput = () => { window.onbeforeunload = (event) => { event.preventDefault(); event.returnValue = 'x'; }; };`,
    }),
    files: { 'away.html': '<!doctype html><title>Away</title><h1>You left</h1>' },
    task: 'Type "half" and leave the page without saving',
    acts: [type('textbox', 'Text', 'half'), click('link', 'Leave without saving'), answer(true), read('You left')],
    before: `document.title === 'Draft' && window.onbeforeunload === null`,
    done: `document.title === 'Away'`,
  },
  {
    name: 'native: video controls',
    page: pageOf({
      title: 'Film',
      body: '<video id="film" controls width="480" height="300" aria-label="Film"></video>',
      // A film that needs no file: what a canvas draws.
      script: `const canvas = document.createElement('canvas'); canvas.width = 480; canvas.height = 300; const pen = canvas.getContext('2d');
let turn = 0; setInterval(() => { pen.fillStyle = turn++ % 2 ? 'navy' : 'teal'; pen.fillRect(0, 0, 480, 300); }, 100); film.muted = true; film.srcObject = canvas.captureStream(10);`,
    }),
    task: 'Play the film',
    acts: [click('button', 'Play')],
    before: `film.paused`,
    done: `!film.paused`,
    play: async (page) => {
      await page.locator('#film').focus();
      await page.keyboard.press('Space');
    },
  },
  {
    name: 'native: fields of a keyboard alone',
    page: pageOf({
      title: 'Lift',
      body: '<div id="lift" tabindex="0" role="spinbutton" aria-label="Floor" aria-valuenow="0" style="width:80px;padding:12px;border:1px solid">0</div>',
      script: `lift.onkeydown = ({ key }) => { const step = { ArrowUp: 1, ArrowDown: -1 }[key]; if (!step) return;
const floor = Number(lift.textContent) + step; lift.textContent = floor; lift.setAttribute('aria-valuenow', floor); };`,
    }),
    task: 'Set the floor to 3; only the arrow keys change it',
    acts: [click('spinbutton', 'Floor'), press('ArrowUp'), press('ArrowUp'), press('ArrowUp')],
    before: `lift.textContent === '0'`,
    done: `lift.textContent === '3'`,
  },
  {
    name: 'native: access by Tab and Enter',
    page: pageOf({
      title: 'Steps',
      body: '<label>First <input id="a"></label> <label>Second <input id="b"></label>',
      script: `a.onkeydown = (event) => { if (event.key === 'Enter') b.focus(); }; b.onkeydown = (event) => { if (event.key === 'Enter') window.sent = a.value + '/' + b.value; };`,
    }),
    task: 'Type "one" into the first field, Enter, "two" into the second, and Enter',
    acts: [type('textbox', 'First', 'one'), press('Enter'), typeOn('two'), press('Enter')],
    before: `window.sent === undefined`,
    done: `window.sent === 'one/two'`,
  },
  {
    name: 'native: wants the place, and is not allowed to',
    page: pageOf({
      title: 'Weather',
      body: '<button id="near">Near me</button> <span id="said" role="status"></span><p><label>Town <input id="town"></label> <button id="show">Show the weather</button></p>',
      script: `near.onclick = () => navigator.geolocation.getCurrentPosition(() => { window.place = 'known'; }, () => { said.textContent = 'Your place is not known'; window.place = 'refused'; }, { timeout: 1500 }); show.onclick = () => { window.shown = town.value; };`,
    }),
    task: 'See the weather near you; if the page does not learn the place, see that of Ulm',
    acts: [
      click('button', 'Near me'),
      read('Your place is not known'),
      type('textbox', 'Town', 'Ulm'),
      click('button', 'Show the weather'),
    ],
    before: `window.place === undefined && window.shown === undefined`,
    done: `window.place !== undefined && window.shown === 'Ulm'`,
  },
  {
    name: 'native: a word is marked',
    page: pageOf({
      title: 'Poem',
      body: '<p id="line">The <b>heron</b> waits.</p><button onmousedown="event.preventDefault()" onclick="window.marked = getSelection().toString().trim()">Keep what is marked</button>',
    }),
    task: 'Mark the word "heron" and keep what is marked',
    acts: [doubleClick('text', 'heron'), click('button', 'Keep what is marked')],
    before: `window.marked === undefined`,
    done: `window.marked === 'heron'`,
  },
];
