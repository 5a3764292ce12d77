// A picture and nothing else: it has no controls in the accessibility tree. "Place order" can be clicked where it is drawn. With the argument `restless` it changes all the time.
imports.gi.versions.Gtk = '3.0';
const { GLib, Gtk } = imports.gi;

Gtk.init(null);
const window = new Gtk.Window({ title: 'Canvas', default_width: 500, default_height: 300 });
window.connect('destroy', () => Gtk.main_quit());
const words = { x: 60, y: 160, width: 260, height: 50 };
let orders = 0;
const area = new Gtk.DrawingArea();
area.add_events(1 << 8);
area.connect('draw', (_area, context) => {
  context.setSourceRGB(1, 1, 1);
  context.paint();
  context.setSourceRGB(0, 0, 0);
  context.setFontSize(32);
  context.moveTo(60, 80);
  context.showText(`Orders so far ${orders}`);
  context.moveTo(words.x, words.y + 36);
  context.showText('Place order');
  context.$dispose();
  return false;
});
area.connect('button-press-event', (_area, event) => {
  const [, x, y] = event.get_coords();
  if (x >= words.x && y >= words.y && x < words.x + words.width && y < words.y + words.height) orders += 1;
  area.queue_draw();
  return true;
});
if (ARGV[0] === 'restless')
  GLib.timeout_add(GLib.PRIORITY_DEFAULT, 100, () => {
    orders += 1;
    area.queue_draw();
    return true;
  });
window.add(area);
window.show_all();
Gtk.main();
