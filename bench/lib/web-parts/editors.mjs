// Editors of text and code. What is written in them is judged by the editor's own value.
import { click, modulePageOf, pageOf, press, read, type, typeOn } from './page.mjs';

export const editors = [
  {
    name: 'Quill: bold text',
    page: pageOf({
      title: 'Letter',
      styles: ['quill/dist/quill.snow.css'],
      body: '<div id="place" style="height:160px"></div>',
      scripts: ['quill/dist/quill.js'],
      script: `window.quill = new Quill(place, { theme: 'snow', placeholder: 'Write here' });`,
    }),
    task: 'Write "Dear Ada" in bold into the editor',
    acts: [click('textbox', 'Write here'), click('button', 'bold'), typeOn('Dear Ada')],
    before: `quill.getText().trim() === ''`,
    done: `quill.getText().trim() === 'Dear Ada' && quill.getFormat(0, 4).bold === true`,
    async play(page) {
      await page.locator('.ql-editor').click();
      await page.getByRole('button', { name: 'bold' }).click();
      await page.keyboard.type('Dear Ada');
    },
  },
  {
    name: 'CodeMirror 5: replace the text',
    page: pageOf({
      title: 'Script',
      styles: ['codemirror/lib/codemirror.css'],
      body: '<textarea id="place">let a = 1;</textarea>',
      scripts: ['codemirror/lib/codemirror.js'],
      script: `window.editor = CodeMirror.fromTextArea(place, { lineNumbers: true });`,
    }),
    task: 'Replace the code by "let b = 2;"',
    acts: [type('textbox', undefined, 'let b = 2;')],
    before: `editor.getValue() === 'let a = 1;'`,
    done: `editor.getValue() === 'let b = 2;'`,
    async play(page) {
      await page.locator('.CodeMirror').click();
      await page.keyboard.press('Control+A');
      await page.keyboard.type('let b = 2;');
    },
  },
  {
    name: 'CodeMirror 6: add a line',
    page: modulePageOf({ title: 'Notes' }),
    script: `import { EditorState } from '@codemirror/state'; import { EditorView, keymap, lineNumbers } from '@codemirror/view'; import { defaultKeymap, history } from '@codemirror/commands';
window.view = new EditorView({ parent: document.getElementById('root'), state: EditorState.create({ doc: 'first', extensions: [lineNumbers(), history(), keymap.of(defaultKeymap), EditorView.contentAttributes.of({ 'aria-label': 'Code' })] }) });`,
    task: 'Add a second line "second" below the first',
    acts: [click('textbox', 'Code'), press('Control+End'), press('Enter'), typeOn('second')],
    before: `window.view?.state.doc.toString() === 'first'`,
    done: `view.state.doc.toString() === 'first\\nsecond'`,
  },
  {
    name: 'Monaco: type code',
    page: pageOf({
      title: 'Query',
      body: '<div id="place" style="height:200px;width:700px;border:1px solid"></div>',
      scripts: ['monaco-editor/min/vs/loader.js'],
      script: `require.config({ paths: { vs: '/lib/monaco-editor/min/vs' } });
require(['vs/editor/editor.main'], () => { window.editor = monaco.editor.create(place, { value: 'select 1', language: 'plaintext', ariaLabel: 'Query' }); });`,
    }),
    task: 'Replace the query by "select 2"',
    acts: [type('textbox', 'Query', 'select 2')],
    before: `window.editor?.getValue() === 'select 1'`,
    done: `editor.getValue() === 'select 2'`,
    async play(page) {
      await page.locator('.monaco-editor .view-lines').first().click();
      await page.keyboard.press('Control+A');
      await page.keyboard.type('select 2');
    },
  },
  {
    name: 'Ace: replace the text',
    page: pageOf({
      title: 'Styles',
      body: '<div id="place" style="height:160px;width:600px">body {}</div>',
      scripts: ['ace-builds/src-min-noconflict/ace.js'],
      script: `window.editor = ace.edit(place);`,
    }),
    task: 'Replace the text by "html {}"',
    acts: [type('textbox', 'Cursor at row 1', 'html {}')],
    before: `editor.getValue() === 'body {}'`,
    done: `editor.getValue() === 'html {}'`,
    async play(page) {
      await page.locator('.ace_content').click();
      await page.keyboard.press('Control+A');
      await page.keyboard.type('html {}');
    },
  },
  {
    name: 'ProseMirror: bold by the keyboard',
    page: modulePageOf({
      title: 'Article',
      styles: ['prosemirror-view/style/prosemirror.css', 'prosemirror-menu/style/menu.css', 'prosemirror-example-setup/style/style.css'],
    }),
    script: `import { EditorState } from 'prosemirror-state'; import { EditorView } from 'prosemirror-view'; import { schema } from 'prosemirror-schema-basic'; import { exampleSetup } from 'prosemirror-example-setup';
window.view = new EditorView(document.getElementById('root'), { state: EditorState.create({ schema, plugins: exampleSetup({ schema }) }), attributes: { 'aria-label': 'Article', role: 'textbox' } });`,
    task: 'Write "Hello" in bold',
    acts: [click('textbox', 'Article'), press('Control+B'), typeOn('Hello')],
    before: `window.view?.state.doc.textContent === ''`,
    done: `view.state.doc.textContent === 'Hello' && view.dom.querySelector('strong')?.textContent === 'Hello'`,
  },
  {
    name: 'Lexical: replace and add',
    page: modulePageOf({
      title: 'Comment',
      body: '<div id="root" contenteditable="true" role="textbox" aria-label="Comment" style="border:1px solid;min-height:60px;padding:8px"></div>',
    }),
    script: `import { $createParagraphNode, $createTextNode, $getRoot, createEditor } from 'lexical'; import { registerRichText } from '@lexical/rich-text';
const editor = createEditor({ namespace: 'comment', onError: (error) => { throw error; } }); registerRichText(editor); editor.setRootElement(document.getElementById('root'));
editor.update(() => { const line = $createParagraphNode(); line.append($createTextNode('Draft')); $getRoot().clear().append(line); });
window.text = () => editor.getEditorState().read(() => $getRoot().getTextContent());`,
    task: 'Add " is ready" at the end of the text',
    acts: [click('textbox', 'Comment'), press('Control+End'), typeOn(' is ready')],
    before: `window.text?.() === 'Draft'`,
    done: `window.text() === 'Draft is ready'`,
  },
  {
    name: 'Trix: a list',
    page: pageOf({
      title: 'Minutes',
      styles: ['trix/dist/trix.css'],
      body: '<input id="value" type="hidden"><trix-editor input="value" aria-label="Minutes"></trix-editor>',
      scripts: ['trix/dist/trix.umd.min.js'],
    }),
    task: 'Write a bulleted list with the one line "Budget"',
    acts: [click('textbox', 'Minutes'), click('button', 'Bullets'), typeOn('Budget')],
    before: `value.value === ''`,
    done: `value.value === '<ul><li>Budget</li></ul>'`,
  },
  {
    name: 'EasyMDE: bold and preview',
    page: pageOf({
      title: 'Readme',
      styles: ['easymde/dist/easymde.min.css'],
      style: '.editor-toolbar button::before { content: attr(title); font-size: 11px }',
      body: '<textarea id="place"></textarea>',
      scripts: ['easymde/dist/easymde.min.js'],
      script: `window.editor = new EasyMDE({ element: place, spellChecker: false, autoDownloadFontAwesome: false, status: false });`,
    }),
    task: 'Write "# Title" and show the preview',
    acts: [type('textbox', undefined, '# Title'), click('button', 'Toggle Preview'), read('Title')],
    before: `editor.value() === '' && !editor.isPreviewActive()`,
    done: `editor.value() === '# Title' && editor.isPreviewActive()`,
    async play(page) {
      await page.locator('.CodeMirror').click();
      await page.keyboard.type('# Title');
      await page.getByRole('button', { name: 'Toggle Preview' }).click();
    },
  },
  {
    name: 'Editor.js: a paragraph',
    page: pageOf({
      title: 'Story',
      body: '<div id="place" style="border:1px solid"></div>',
      scripts: ['@editorjs/editorjs/dist/editorjs.umd.js'],
      script: `const editor = new EditorJS({ holder: 'place', placeholder: 'Tell your story', minHeight: 40, onReady: () => { window.ready = true; },
onChange: async () => { window.saved = (await editor.save()).blocks.map((block) => block.data.text).join('|'); } });`,
    }),
    task: 'Write "Once upon a time" into the story',
    acts: [click('textbox', 'Tell your story'), typeOn('Once upon a time')],
    before: `window.ready && window.saved === undefined`,
    done: `window.saved === 'Once upon a time'`,
    async play(page) {
      await page.locator('.ce-paragraph').first().click();
      await page.keyboard.type('Once upon a time');
    },
  },
  {
    name: 'Summernote: italic text',
    page: pageOf({
      title: 'Message',
      styles: ['summernote/dist/summernote-lite.min.css'],
      body: '<div id="place"></div>',
      scripts: ['jquery/dist/jquery.min.js', 'summernote/dist/summernote-lite.min.js'],
      script: `$('#place').summernote({ height: 120, toolbar: [['style', ['bold', 'italic', 'underline']]] });`,
    }),
    task: 'Write "Ciao" in italics',
    acts: [click('textbox', undefined), click('button', 'Italic (CTRL+I)'), typeOn('Ciao')],
    before: `$('#place').summernote('isEmpty')`,
    done: `/<i>Ciao<\\/i>/.test($('#place').summernote('code'))`,
  },
  {
    name: 'editor: the editable body of a frame',
    page: pageOf({
      title: 'Old mail',
      body: `<iframe id="area" title="Message" style="width:500px;height:120px" srcdoc="<!doctype html><title>Message</title><body contenteditable='true' aria-label='Message'><p>Hi</p></body>"></iframe>`,
    }),
    task: 'Replace the message by "Goodbye"',
    acts: [type('textbox', 'Message', 'Goodbye')],
    before: `area.contentDocument?.body?.innerText.trim() === 'Hi'`,
    done: `area.contentDocument.body.innerText.trim() === 'Goodbye'`,
    async play(page) {
      await page.frameLocator('#area').locator('body').click();
      await page.keyboard.press('Control+A');
      await page.keyboard.type('Goodbye');
    },
  },
];
