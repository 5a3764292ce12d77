// A window of three hundred controls for the bench: labels, fields and buttons in turn.
imports.gi.versions.Gtk = '3.0';
const { Gtk } = imports.gi;

Gtk.init(null);
const window = new Gtk.Window({ title: 'Grid', default_width: 1200, default_height: 760 });
window.connect('destroy', () => Gtk.main_quit());
const grid = new Gtk.Grid({ row_spacing: 1, column_spacing: 4 });
const columns = 15;
for (let index = 0; index < 300; index += 1) {
  const make = [
    () => new Gtk.Label({ label: `Label ${index}` }),
    () => new Gtk.Entry({ text: `Text ${index}`, width_chars: 4 }),
    () => new Gtk.Button({ label: `Button ${index}` }),
  ][index % 3];
  grid.attach(make(), index % columns, Math.floor(index / columns), 1, 1);
}
window.add(grid);
window.show_all();
Gtk.main();
