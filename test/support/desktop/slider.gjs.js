// A slider, and a label that counts how often its pointer was let go.
imports.gi.versions.Gtk = '3.0';
const { Gtk } = imports.gi;

Gtk.init(null);
const window = new Gtk.Window({ title: 'Slider', default_width: 500, default_height: 200 });
window.connect('destroy', () => Gtk.main_quit());
const box = new Gtk.Box({ orientation: Gtk.Orientation.VERTICAL, margin: 20 });
const scale = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 1);
scale.get_accessible().set_name('Volume');
const label = new Gtk.Label({ label: 'Let go 0' });
let times = 0;
scale.connect('button-release-event', () => {
  label.label = `Let go ${(times += 1)}`;
  return false;
});
const button = new Gtk.Button({ label: 'Other' });
for (const part of [scale, label, button]) box.add(part);
window.add(box);
window.show_all();
Gtk.main();
