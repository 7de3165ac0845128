/** Yields to the event loop so that input is handled; splits a long task. */
export const yieldToMain = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
