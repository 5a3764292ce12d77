# A browser that tells its controls: program, address, folder of its profile.
sandbox=
[ "$(id -u)" = 0 ] && sandbox=--no-sandbox
exec "$1" $sandbox --test-type --force-renderer-accessibility --no-first-run --no-default-browser-check --password-store=basic --disable-gpu --user-data-dir="$3" --window-size=800,600 "$2"
