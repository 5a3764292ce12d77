// Pages within pages, shadow roots, and other windows.
import { click, inWindow, pageOf, read, type } from './page.mjs';

const shadow = (
  mode,
) => `customElements.define('my-field', class extends HTMLElement { connectedCallback() { const root = this.attachShadow({ mode: '${mode}' });
root.innerHTML = '<label>Nickname <input></label> <button>Keep</button>'; root.querySelector('button').onclick = () => { window.kept = root.querySelector('input').value; }; } });`;

export const frames = [
  ...['open', 'closed'].map((mode) => ({
    name: `shadow root: ${mode}`,
    page: pageOf({ title: 'Nickname', body: '<my-field></my-field>', script: shadow(mode) }),
    task: 'Keep "Wren" as the nickname',
    acts: [type('textbox', 'Nickname', 'Wren'), click('button', 'Keep')],
    before: `window.kept === undefined`,
    done: `window.kept === 'Wren'`,
    // Playwright finds nothing in a closed root: the page's own places are used.
    async play(page) {
      const { x, y } = await page.locator('my-field').boundingBox();
      await page.mouse.click(x + 120, y + 10);
      await page.keyboard.type('Wren');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
    },
  })),
  {
    name: 'shadow root: within a shadow root, with slots',
    page: pageOf({
      title: 'Player',
      body: '<outer-box><span slot="text">Volume up</span></outer-box>',
      script: `customElements.define('inner-button', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<button><slot></slot></button>'; this.shadowRoot.querySelector('button').onclick = () => { window.turned = (window.turned ?? 0) + 1; }; } });
customElements.define('outer-box', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<p>Sound <inner-button><slot name="text"></slot></inner-button></p>'; } });`,
    }),
    task: 'Press "Volume up" once',
    acts: [click('button', 'Volume up')],
    before: `window.turned === undefined`,
    done: `window.turned === 1`,
  },
  {
    name: 'frame: srcdoc within a frame',
    page: pageOf({ title: 'Shell', body: '<iframe title="Outer" src="outer.html" style="width:600px;height:260px"></iframe>' }),
    files: {
      'outer.html': `<!doctype html><title>Outer</title><h2>Outer</h2><iframe title="Inner" style="width:500px;height:140px" srcdoc="<title>Inner</title><label>Key <input id=key></label> <button onclick='top.key = key.value'>Unlock</button>"></iframe>`,
    },
    task: 'Enter "sesame" as the key and unlock',
    acts: [type('textbox', 'Key', 'sesame'), click('button', 'Unlock')],
    before: `window.key === undefined && !!frames[0]?.frames[0]?.document?.querySelector('button')`,
    done: `window.key === 'sesame'`,
  },
  {
    name: 'frame: of another origin',
    page: pageOf({
      title: 'Checkout',
      body: '<p>Pay here:</p><iframe id="pay" title="Payment" style="width:500px;height:120px"></iframe>',
      script: `window.onmessage = ({ data, source }) => { if (source === pay.contentWindow) window.said = data; }; pay.src = location.href.replace('127.0.0.1', 'localhost') + 'pay.html';`,
    }),
    files: {
      'pay.html': `<!doctype html><title>Payment</title><label>Card number <input id="card"></label> <button onclick="parent.postMessage('paid ' + card.value, '*')">Pay</button><script>parent.postMessage('ready', '*')</script>`,
    },
    task: 'Enter the card number 4242 and pay',
    acts: [type('textbox', 'Card number', '4242'), click('button', 'Pay')],
    before: `window.said === 'ready'`,
    done: `window.said === 'paid 4242'`,
  },
  {
    name: 'frame: sandboxed',
    page: pageOf({
      title: 'Survey',
      body: `<iframe title="Survey" sandbox="allow-scripts" style="width:400px;height:120px" srcdoc="<title>Survey</title><p>Happy?</p><button onclick='parent.postMessage(1, &quot;*&quot;)'>Yes</button> <button onclick='parent.postMessage(0, &quot;*&quot;)'>No</button>"></iframe>`,
      script: `window.onmessage = ({ data }) => { window.said = data; };`,
    }),
    task: 'Answer the survey with yes',
    acts: [click('button', 'Yes')],
    before: `window.said === undefined`,
    done: `window.said === 1`,
  },
  {
    name: 'frame: long, scrolled within',
    page: pageOf({ title: 'Licence', body: '<iframe title="Text" src="text.html" style="width:500px;height:200px"></iframe>' }),
    files: {
      'text.html': `<!doctype html><title>Text</title>${'<p>Words of a licence.</p>'.repeat(80)}<button onclick="top.agreed = true">I have read it</button>`,
    },
    task: 'Agree at the end of the text in the frame',
    acts: [click('button', 'I have read it')],
    before: `window.agreed === undefined`,
    done: `window.agreed === true`,
  },
  {
    name: 'frame: a consent that covers the page',
    page: pageOf({
      title: 'Recipes',
      body: `<button onclick="window.opened = true">Open the recipe</button><iframe id="veil" title="Consent" src="consent.html" style="position:fixed;inset:0;width:100%;height:100%;border:0;background:#000a"></iframe>`,
      script: `window.onmessage = ({ data }) => { window.consent = data; veil.remove(); };`,
    }),
    files: {
      'consent.html': `<!doctype html><title>Consent</title><h2>Your choices</h2><button onclick="parent.postMessage('all', '*')">Agree to all</button> <button onclick="parent.postMessage('none', '*')">Refuse all</button>`,
    },
    task: 'Refuse all that is wanted and open the recipe',
    acts: [click('button', 'Refuse all'), click('button', 'Open the recipe')],
    before: `window.consent === undefined && window.opened === undefined`,
    done: `window.consent === 'none' && window.opened === true`,
  },
  {
    name: 'window: one that pops up and closes',
    page: pageOf({
      title: 'Sign in',
      body: `<button onclick="window.open('choose.html', 'choose', 'width=400,height=300')">Choose an account</button>`,
    }),
    files: {
      'choose.html': `<!doctype html><title>Accounts</title><h1>Accounts</h1><button onclick="opener.account = 'ada'; close()">Ada</button> <button onclick="opener.account = 'bob'; close()">Bob</button>`,
    },
    task: 'Choose the account of Bob in the window that opens',
    acts: [click('button', 'Choose an account'), click('button', 'Bob')],
    before: `window.account === undefined`,
    done: `window.account === 'bob'`,
  },
  {
    name: 'window: a link into a new tab',
    page: pageOf({
      title: 'Wiki',
      body: '<a href="more.html" target="_blank" rel="opener">More about owls</a> <p><label>Weight in grams <input id="grams"></label></p>',
    }),
    files: { 'more.html': '<!doctype html><title>Owls</title><h1>Owls</h1><p>An owl of this kind weighs 731 grams.</p>' },
    task: 'Find the weight that the page about owls tells and write it into the field of the first page',
    acts: [click('link', 'More about owls'), read('weighs 731 grams'), inWindow('Wiki'), type('textbox', 'Weight in grams', '731')],
    before: `grams.value === ''`,
    done: `grams.value === '731'`,
    async play(page) {
      const [opened] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link').click()]);
      await opened.getByText('731 grams').waitFor();
      await page.getByLabel('Weight').fill('731');
    },
  },
];
