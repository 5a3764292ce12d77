// A program that was given a secret tells it in every way it can: the form that it was started with, in its title, labels, buttons, fields, lists, tables and pop-ups; and over the whole of a row.
imports.gi.versions.Gtk = '3.0';
const { GLib, Gtk } = imports.gi;

const bytesOf = (text) => new TextEncoder().encode(text);
const hex = (text) => [...bytesOf(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const base64 = (text) => GLib.base64_encode(bytesOf(text));
const forms = {
  plain: (text) => text,
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  backwards: (text) => [...text].reverse().join(''),
  percent: (text) => encodeURIComponent(text),
  every: (text) => hex(text).replace(/../g, '%$&'),
  base64,
  'base64 of more': (text) => base64(`user:${text}:x`),
  hexadecimal: hex,
  spaced: (text) => [...text].join(' '),
};

Gtk.init(null);
const window = new Gtk.Window({ title: 'Bird', default_width: 560, default_height: 560 });
window.connect('destroy', () => Gtk.main_quit());
const box = new Gtk.Box({ orientation: Gtk.Orientation.VERTICAL, spacing: 4, margin: 8 });
const add = (widget) => (box.add(widget), widget);

const field = add(new Gtk.Entry());
field.get_accessible().set_name('Bird');
const label = add(new Gtk.Label({ label: 'nothing', selectable: true }));
// Its end is where a name is cut.
const long = add(new Gtk.Label({ label: 'nothing', ellipsize: 3 }));
const button = add(new Gtk.Button({ label: 'Press' }));
let presses = 0;
const copy = add(new Gtk.Entry());
copy.get_accessible().set_name('Copy');
const choice = add(new Gtk.ComboBoxText());
const check = add(new Gtk.CheckButton({ label: 'Check' }));
const row = add(new Gtk.Box({ spacing: 4 }));
const pieces = [0, 1, 2, 3].map(() => {
  const piece = new Gtk.Label({ label: '-' });
  row.add(piece);
  return piece;
});
const store = new Gtk.ListStore();
store.set_column_types([String]);
const table = add(new Gtk.TreeView({ model: store }));
table.append_column(new Gtk.TreeViewColumn({ title: 'Said' }));
const cell = new Gtk.CellRendererText();
table.get_column(0).pack_start(cell, true);
table.get_column(0).add_attribute(cell, 'text', 0);
const counted = add(new Gtk.Label({ label: 'Pressed 0' }));
button.connect('clicked', () => (counted.label = `Pressed ${(presses += 1)}`));

const form = forms[ARGV[0] || 'plain'];
field.connect('changed', () => {
  const said = form(field.text);
  window.title = `Bird ${said}`;
  label.label = `You typed ${said}`;
  long.label = `${'x'.repeat(300 - Math.floor(said.length / 2))} ${said}`;
  button.label = `Copy ${said}`;
  copy.text = said;
  choice.remove_all();
  for (const option of ['none', said]) choice.append_text(option);
  choice.set_active(1);
  check.label = said;
  const size = Math.ceil(field.text.length / pieces.length);
  pieces.forEach((piece, at) => (piece.label = field.text.slice(at * size, (at + 1) * size)));
  store.clear();
  store.set(store.append(), [0], [said]);
});
window.add(box);
window.show_all();
Gtk.main();
