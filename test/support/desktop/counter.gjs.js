// Counts presses of its button: on the screen, and with a line each in the given file. Each press takes a moment, so that a worker can be killed during it.
imports.gi.versions.Gtk = '3.0';
const { Atk, Gio, GLib, Gtk } = imports.gi;

Gtk.init(null);
const file = Gio.File.new_for_path(ARGV[0]);
const pause = Number(ARGV[1]) * 1000;
let count = 0;
const window = new Gtk.Window({ title: 'Counter', default_width: 300, default_height: 200 });
window.connect('destroy', () => Gtk.main_quit());
const heading = new Gtk.Label({ label: 'Added 0' });
heading.get_accessible().set_role(Atk.Role.HEADING);
const button = new Gtk.Button({ label: 'Add' });
button.connect('clicked', () => {
  count += 1;
  const stream = file.append_to(Gio.FileCreateFlags.NONE, null);
  stream.write_all(`${count}\n`, null);
  stream.close(null);
  GLib.usleep(pause);
  heading.label = `Added ${count}`;
});
const box = new Gtk.Box({ orientation: Gtk.Orientation.VERTICAL, spacing: 12, margin: 12 });
box.add(heading);
box.add(button);
window.add(box);
window.show_all();
Gtk.main();
