/** Keeps one processor busy until it is ended. */
for (;;);
