/** Keeps one processor busy until the process is killed. */
for (;;);
