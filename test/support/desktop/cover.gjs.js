// A window that stays in front of all others: at the given place, of the given size.
imports.gi.versions.Gtk = '3.0';
const { Gtk } = imports.gi;

Gtk.init(null);
const [x, y, width, height] = ARGV.map(Number);
const window = new Gtk.Window({ title: 'In the way', default_width: width, default_height: height, decorated: false, accept_focus: false });
window.connect('destroy', () => Gtk.main_quit());
window.add(new Gtk.Label({ label: 'Nothing to press' }));
window.set_keep_above(true);
window.move(x, y);
window.show_all();
Gtk.main();
