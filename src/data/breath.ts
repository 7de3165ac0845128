/** Yields to the event loop so that input is handled; splits a long task. */
export const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
