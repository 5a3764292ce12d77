# Starts the program of its arguments as a process of its own, and stays.
"$@"
exit $?
