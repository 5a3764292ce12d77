// A list of many rows, as in file choosers and mail programs: GTK creates its cells on demand. The selection is shown above it; a click on the header "Name" sorts it, F6 replaces the text of its rows. With the argument `wide` it is wider than its window.
Object.assign(imports.gi.versions, { Gtk: '3.0', Gdk: '3.0' });
const { Gdk, GObject, Gtk } = imports.gi;

Gtk.init(null);
const window = new Gtk.Window({ title: 'Table', default_width: 480, default_height: 320 });
window.connect('destroy', () => Gtk.main_quit());

const columns = { done: 0, item: 1, price: 2, icon: 3 };
const store = new Gtk.ListStore();
store.set_column_types([GObject.TYPE_BOOLEAN, GObject.TYPE_STRING, GObject.TYPE_STRING, GObject.TYPE_STRING]);
for (let row = 1; row <= 10_000; row += 1)
  store.set(store.append(), Object.values(columns), [false, `Item ${row}`, `${row} EUR`, 'text-x-generic']);

window.connect('key-press-event', (_window, event) => {
  if (event.get_keyval()[1] !== Gdk.KEY_F6) return false;
  store.foreach((_model, _path, row) => store.set_value(row, columns.price, 'sold'));
  return true;
});

const view = new Gtk.TreeView({ model: store });
const ticks = new Gtk.CellRendererToggle();
ticks.connect('toggled', (_cell, path) => {
  const [, row] = store.get_iter_from_string(path);
  store.set_value(row, columns.done, !store.get_value(row, columns.done));
});
const done = new Gtk.TreeViewColumn({ title: 'Done' });
done.pack_start(ticks, false);
done.add_attribute(ticks, 'active', columns.done);
view.append_column(done);

// An icon and a text in one cell, as in file lists.
const item = new Gtk.TreeViewColumn({ title: 'Name' });
const icon = new Gtk.CellRendererPixbuf();
const name = new Gtk.CellRendererText();
item.pack_start(icon, false);
item.pack_start(name, true);
item.add_attribute(icon, 'icon-name', columns.icon);
item.add_attribute(name, 'text', columns.item);
item.set_sort_column_id(columns.item);
view.append_column(item);
const price = new Gtk.TreeViewColumn({ title: 'Price', min_width: ARGV[0] === 'wide' ? 900 : -1 });
const amount = new Gtk.CellRendererText();
price.pack_start(amount, true);
price.add_attribute(amount, 'text', columns.price);
view.append_column(price);

const chosen = new Gtk.Label({ label: 'Nothing chosen' });
view.get_selection().connect('changed', (selection) => {
  const [some, , row] = selection.get_selected();
  chosen.label = some ? `Chosen ${store.get_value(row, columns.item)}` : 'Nothing chosen';
});
const scrolled = new Gtk.ScrolledWindow({ vexpand: true });
scrolled.add(view);
const box = new Gtk.Box({ orientation: Gtk.Orientation.VERTICAL });
box.add(chosen);
box.add(scrolled);
window.add(box);
window.show_all();
Gtk.main();
