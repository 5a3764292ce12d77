// Lists and pages that move, grow, repeat themselves or are made anew under one's hands.
import { click, modulePageOf, pageOf, press, read, scroll, type } from './page.mjs';

const areaStyle = '.area { height: 220px; width: 360px; overflow: auto; border: 1px solid } ';

export const lists = [
  {
    name: 'scroll: an area without a label',
    page: pageOf({
      title: 'Terms',
      style: areaStyle,
      body: `<div class="area" id="area">${'<p>Words of the terms.</p>'.repeat(40)}</div><button id="go" disabled onclick="window.agreed = true">I agree</button>`,
      script: `area.onscroll = () => { if (area.scrollTop + area.clientHeight > area.scrollHeight - 8) go.disabled = false; };`,
    }),
    task: 'Scroll the terms to their end, then agree',
    acts: [scroll(2_400), click('button', 'I agree')],
    before: `go.disabled && window.agreed === undefined`,
    done: `window.agreed === true`,
  },
  {
    name: 'scroll: sideways',
    page: pageOf({
      title: 'Gallery',
      body: `<div id="row" style="width:400px;overflow-x:auto;white-space:nowrap;border:1px solid">${Array.from({ length: 20 }, (_each, index) => `<button style="width:120px;height:80px" onclick="window.pressed=${index + 1}">Picture ${index + 1}</button>`).join('')}</div>`,
    }),
    task: 'Press Picture 18',
    acts: [click('button', 'Picture 18')],
    before: `window.pressed === undefined`,
    done: `window.pressed === 18`,
  },
  {
    name: 'SimpleBar: an area with a drawn scroll bar',
    page: pageOf({
      title: 'Contacts',
      styles: ['simplebar/dist/simplebar.min.css'],
      body: `<div id="area" data-simplebar style="height:200px;width:300px;border:1px solid">${Array.from({ length: 50 }, (_each, index) => `<p><button onclick="window.called=${index + 1}">Call contact ${index + 1}</button></p>`).join('')}</div>`,
      scripts: ['simplebar/dist/simplebar.min.js'],
    }),
    task: 'Call contact 44',
    acts: [click('button', 'Call contact 44')],
    before: `window.called === undefined`,
    done: `window.called === 44`,
  },
  {
    name: 'list: grows while one scrolls',
    page: pageOf({
      title: 'Feed',
      style: 'article { height: 120px; border-bottom: 1px solid }',
      body: '<div id="feed"></div>',
      script: `let count = 0; const more = () => { for (let index = 0; index < 10 && count < 60; index++) { count++; feed.insertAdjacentHTML('beforeend', '<article><p>Post ' + count + '</p><button onclick="window.saved=' + count + '">Save post ' + count + '</button></article>'); } }; more();
let waits = false; onscroll = () => { if (waits || innerHeight + scrollY < document.body.scrollHeight - 200) return; waits = true; setTimeout(() => { more(); waits = false; }, 250); };`,
    }),
    task: 'Save post 34',
    acts: [scroll(1_200), scroll(1_200), scroll(1_200), scroll(1_200), click('button', 'Save post 34')],
    before: `window.saved === undefined && document.querySelectorAll('article').length === 10`,
    done: `window.saved === 34`,
    async play(page) {
      const wanted = page.getByRole('button', { name: 'Save post 34' });
      for (let turn = 0; turn < 40 && (await wanted.count()) === 0; turn++) {
        await page.mouse.wheel(0, 600);
        await page.waitForTimeout(150);
      }
      await wanted.click();
    },
  },
  {
    name: 'list: more by a button',
    page: pageOf({
      title: 'Reviews',
      body: '<ul id="list"></ul><button id="more">Load more</button>',
      script: `let count = 0; const add = () => { for (let index = 0; index < 5; index++) { count++; list.insertAdjacentHTML('beforeend', '<li>Review ' + count + ' <button onclick="window.helpful=' + count + '">Helpful: review ' + count + '</button></li>'); } if (count >= 20) more.remove(); }; add(); more.onclick = () => { more.disabled = true; setTimeout(() => { add(); more.disabled = false; }, 400); };`,
    }),
    task: 'Mark review 13 as helpful',
    acts: [click('button', 'Load more'), read('Review 10'), click('button', 'Load more'), click('button', 'Helpful: review 13')],
    before: `window.helpful === undefined && list.children.length === 5`,
    done: `window.helpful === 13`,
  },
  {
    name: 'list: one row among equals',
    page: pageOf({
      title: 'Members',
      body: `<table>${['Ada', 'Bob', 'Cyd'].map((name) => `<tr><td>${name}</td><td><button onclick="window.asked = (window.asked ?? []).concat('${name}')">Follow</button></td></tr>`).join('')}</table>`,
    }),
    task: 'Follow Bob, and nobody else',
    acts: [click('button', 'Follow', { within: { role: 'row', name: 'Bob' } })],
    before: `window.asked === undefined`,
    done: `window.asked?.join() === 'Bob'`,
  },
  {
    name: 'list: look-alikes that differ by a digit',
    page: pageOf({
      title: 'Posts',
      body: `${[1, 2, 11, 12].map((count) => `<p>Post ${count} <button aria-pressed="false" onclick="this.setAttribute('aria-pressed', this.getAttribute('aria-pressed') !== 'true')" id="l${count}">Like post ${count}</button></p>`).join('')}`,
    }),
    task: 'Like the posts 2 and 11',
    acts: [click('button', 'Like post 2'), click('button', 'Like post 11')],
    before: `!document.querySelector('[aria-pressed=true]')`,
    done: `[...document.querySelectorAll('[aria-pressed=true]')].map((each) => each.id).join() === 'l2,l11'`,
  },
  {
    name: 'twin: made anew at every render',
    page: modulePageOf({ title: 'Build' }),
    script: `import { useEffect, useState } from 'react'; import { createRoot } from 'react-dom/client';
window.runs = 0; function Build() { const [turn, setTurn] = useState(0); useEffect(() => { const timer = setInterval(() => setTurn((each) => each + 1), 60); return () => clearInterval(timer); }, []);
return <button key={turn} onClick={() => { window.runs++; }}>Run the build</button>; } createRoot(document.getElementById('root')).render(<Build />);`,
    task: 'Run the build once',
    acts: [click('button', 'Run the build')],
    before: `window.runs === 0 && !!document.querySelector('button')`,
    done: `window.runs === 1`,
    async play(page) {
      const { x, y } = await page.evaluate(() => document.querySelector('button').getBoundingClientRect().toJSON());
      await page.mouse.move(x + 20, y + 8);
      // Down and up have to meet the same button.
      for (let turn = 0; turn < 20 && (await page.evaluate('window.runs')) === 0; turn++) await page.mouse.click(x + 20, y + 8);
    },
  },
  {
    name: 'twin: rows that are recycled',
    page: pageOf({
      title: 'Calls',
      style: `${areaStyle} .area button { display: block; width: 100%; height: 44px }`,
      body: '<div class="area" id="area" tabindex="0" aria-label="Calls" role="region"><div id="space"><div id="rows"></div></div></div>',
      script: `const pool = Array.from({ length: 8 }, () => rows.appendChild(document.createElement('button'))); space.style.height = 100 * 44 + 'px';
const show = () => { const first = Math.floor(area.scrollTop / 44); rows.style.transform = 'translateY(' + first * 44 + 'px)'; pool.forEach((each, index) => { each.textContent = 'Call ' + (first + index + 1); each.onclick = () => { window.rang = first + index + 1; }; }); }; area.onscroll = show; show();`,
    }),
    task: 'Press "Call 40"',
    acts: [scroll(1_600, 'Calls'), click('button', 'Call 40')],
    before: `window.rang === undefined`,
    done: `window.rang === 40`,
  },
  {
    name: 'page: a clock that never rests',
    page: pageOf({
      title: 'Auction',
      body: '<p>Time left: <b id="left">99.0</b></p><p id="viewers"></p><label>Bid <input id="bid"></label> <button onclick="window.bade = bid.value">Place the bid</button>',
      script: `let left = 99; setInterval(() => { left -= 0.1; document.getElementById('left').textContent = left.toFixed(1); viewers.textContent = Math.floor(Math.random() * 90) + ' watch'; }, 100);`,
    }),
    task: 'Place a bid of 150',
    acts: [type('textbox', 'Bid', '150'), click('button', 'Place the bid')],
    before: `window.bade === undefined`,
    done: `window.bade === '150'`,
  },
  {
    name: 'page: what appears late',
    page: pageOf({
      title: 'Search',
      body: '<div id="place" aria-busy="true">Loading…</div>',
      script: `setTimeout(() => { place.removeAttribute('aria-busy'); place.innerHTML = '<button onclick="window.opened = true">Open the result</button>'; }, 1800);`,
    }),
    task: 'Open the result that comes after a while',
    acts: [click('button', 'Open the result')],
    before: `place.textContent === 'Loading…'`,
    done: `window.opened === true`,
  },
  {
    name: 'page: hangs for four seconds',
    page: pageOf({
      title: 'Ledger',
      body: '<button id="go">Compute</button> <button id="keep" disabled onclick="window.kept = true">Keep the sum</button>',
      script: `go.onclick = () => { const end = Date.now() + 4000; while (Date.now() < end); window.computed = true; keep.disabled = false; };`,
    }),
    task: 'Compute the sum, which takes a while, and keep it',
    acts: [click('button', 'Compute'), click('button', 'Keep the sum')],
    before: `window.computed === undefined && window.kept === undefined`,
    done: `window.computed && window.kept === true`,
    async play(page) {
      await page.getByRole('button', { name: 'Compute' }).click();
      await page.getByRole('button', { name: 'Keep the sum' }).click();
    },
  },
  {
    name: 'page: shows success before it knows',
    page: pageOf({
      title: 'Wishes',
      body: '<p>Saved: <b id="state">no</b></p><button id="save">Save the wish</button>',
      script: `let tries = 0; save.onclick = () => { const turn = ++tries; state.textContent = 'yes'; setTimeout(() => { if (turn === 1) { state.textContent = 'no, try again'; } else window.kept = true; }, 700); };`,
    }),
    task: 'Save the wish; the page may take a saving back, then save again',
    acts: [click('button', 'Save the wish'), read('no, try again'), click('button', 'Save the wish')],
    before: `state.textContent === 'no'`,
    done: `window.kept === true && state.textContent === 'yes'`,
  },
  {
    name: 'page: a bar that covers what is pressed',
    page: pageOf({
      title: 'Article',
      style:
        'header { position: fixed; top: 0; left: 0; right: 0; height: 160px; background: #ddd } footer { position: fixed; bottom: 0; left: 0; right: 0; height: 200px; background: #ccc } p { height: 70px }',
      body: `<header>Head <button onclick="window.wrong = true">Menu</button></header>${Array.from({ length: 30 }, (_each, index) => `<p>Paragraph ${index + 1} <button onclick="window.quoted=${index + 1}">Quote ${index + 1}</button></p>`).join('')}<footer>Foot</footer>`,
    }),
    task: 'Quote paragraph 22',
    acts: [click('button', 'Quote 22')],
    before: `window.quoted === undefined`,
    done: `window.quoted === 22 && window.wrong === undefined`,
  },
  {
    name: 'page: 1,500 buttons',
    page: pageOf({
      title: 'Seats',
      style: 'button { width: 64px; margin: 1px }',
      body: '<div id="all"></div>',
      script: `all.innerHTML = Array.from({ length: 1500 }, (_, index) => '<button onclick="window.seat=' + (index + 1) + '">Seat ' + (index + 1) + '</button>').join('');`,
    }),
    task: 'Choose Seat 1203',
    acts: [click('button', 'Seat 1203')],
    before: `window.seat === undefined`,
    done: `window.seat === 1203`,
  },
  {
    name: 'words: soft hyphens and joiners',
    page: pageOf({
      title: 'Insurance',
      style: 'button { width: 130px }',
      body: `<button onclick="window.pressed='travel'">Travel&shy;cancel&shy;lation</button> <button onclick="window.pressed='house'">House&#8203;hold</button> <button onclick="window.pressed='family'">👨‍👩‍👧 Family</button>`,
    }),
    task: 'Press "Travelcancellation"',
    acts: [click('button', 'Travelcancellation')],
    before: `window.pressed === undefined`,
    done: `window.pressed === 'travel'`,
  },
  {
    name: 'words: from right to left',
    page: pageOf({
      title: 'הזמנה',
      body: '<div dir="rtl" lang="he"><label>שם <input id="who"></label> <button onclick="window.sent = who.value">שליחה</button></div>',
    }),
    task: 'כתוב "דנה" בשדה השם ולחץ על שליחה',
    acts: [type('textbox', 'שם', 'דנה'), click('button', 'שליחה')],
    before: `window.sent === undefined`,
    done: `window.sent === 'דנה'`,
  },
  {
    name: 'words: order of sight against order of the page',
    page: pageOf({
      title: 'Messages',
      style: '#all { display: flex; flex-direction: column-reverse; gap: 8px }',
      body: `<div id="all">${['Oldest', 'Middle', 'Newest'].map((name) => `<div>${name} message <button onclick="window.answered='${name}'">Answer</button></div>`).join('')}</div>`,
    }),
    task: 'Answer the message that stands at the top',
    acts: [read('Newest message'), click('button', 'Answer', { nth: 0 })],
    before: `window.answered === undefined`,
    done: `window.answered === 'Newest'`,
    play: (page) => page.getByRole('button').last().click(),
  },
  {
    name: 'Swiper: a slide further on',
    page: pageOf({
      title: 'Offers',
      styles: ['swiper/swiper-bundle.min.css'],
      style: '.swiper { width: 420px; height: 180px; background: #eee }',
      body: `<div class="swiper"><div class="swiper-wrapper">${['Sea', 'Snow', 'City'].map((name) => `<div class="swiper-slide"><p style="padding:40px 80px">${name} <button onclick="window.took='${name}'">Take ${name}</button></p></div>`).join('')}</div><div class="swiper-button-prev"></div><div class="swiper-button-next"></div></div>`,
      scripts: ['swiper/swiper-bundle.min.js'],
      script: `window.swiper = new Swiper('.swiper', { navigation: { nextEl: '.swiper-button-next', prevEl: '.swiper-button-prev' } });`,
    }),
    task: 'Go to the offer City and take it',
    acts: [click('button', 'Next slide'), read('Snow'), click('button', 'Next slide'), click('button', 'Take City')],
    before: `swiper.activeIndex === 0 && window.took === undefined`,
    done: `swiper.activeIndex === 2 && window.took === 'City'`,
  },
  {
    name: 'Splide: by its dots',
    page: pageOf({
      title: 'Stories',
      styles: ['@splidejs/splide/dist/css/splide.min.css'],
      body: `<section class="splide" aria-label="Stories" style="width:420px"><div class="splide__track"><ul class="splide__list">${['One', 'Two', 'Three'].map((name) => `<li class="splide__slide" style="height:120px;background:#ddd">${name}</li>`).join('')}</ul></div></section>`,
      scripts: ['@splidejs/splide/dist/js/splide.min.js'],
      script: `const made = new Splide('.splide'); made.on('moved', (index) => { window.at = index; }); made.mount(); window.ready = true;`,
    }),
    task: 'Show the third story by the dots',
    acts: [click('tab', 'Go to slide 3')],
    before: `window.ready && window.at === undefined`,
    done: `window.at === 2`,
  },
  {
    name: 'toast: one that vanishes',
    page: pageOf({
      title: 'Locker',
      body: '<button id="go">Show the number</button><p role="status" id="said"></p><label>Number <input id="told"></label>',
      script: `go.onclick = () => { said.textContent = 'Your number is 5519'; setTimeout(() => { said.textContent = ''; }, 2500); };`,
    }),
    task: 'Show the number and write it into the field; it can be shown again',
    acts: [click('button', 'Show the number'), read('Your number is 5519'), type('textbox', 'Number', '5519'), press('Tab')],
    before: `told.value === ''`,
    done: `told.value === '5519'`,
  },
];
