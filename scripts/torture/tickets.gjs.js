// Tickets on a desktop: `gjs tickets.gjs.js <file>` shows the title and the buttons of that file, and reads it again after each press. A press is posted while the
// application answers nobody, as one that works does.
imports.gi.versions.Gtk = '3.0';
const { Gio, GLib, Gtk } = imports.gi;

Gtk.init(null);
const read = () => JSON.parse(new TextDecoder().decode(Gio.File.new_for_path(ARGV[0]).load_contents(null)[1]));
const { rows, delayMs, title } = read();
const window = new Gtk.Window({ title });
window.connect('destroy', () => Gtk.main_quit());

function press({ url, body }) {
  GLib.usleep(delayMs * 1000);
  const { 1: host, 2: port } = /^http:\/\/([^:/]+):(\d+)/.exec(url);
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const head = `POST / HTTP/1.0\r\nHost: ${host}:${port}\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}\r\n\r\n`;
  const connection = new Gio.SocketClient().connect_to_host(host, Number(port), null);
  connection.get_output_stream().write_all(new TextEncoder().encode(head), null);
  connection.get_output_stream().write_all(bytes, null);
  // Until it is in the ledger.
  connection.get_input_stream().read_bytes(1024, null);
  connection.close(null);
  window.title = read().title;
}

const grid = new Gtk.Grid({ row_spacing: 6, column_spacing: 6, margin: 12 });
rows.forEach((row, down) =>
  row.forEach(({ name, post }, across) => {
    const button = new Gtk.Button({ label: name });
    button.connect('clicked', () => press(post));
    grid.attach(button, across, down, 1, 1);
  }),
);
window.add(grid);
window.show_all();
Gtk.main();
