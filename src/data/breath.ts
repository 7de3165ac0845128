/** Lets the page answer a finger before it goes on: a long task in two is none. */
export const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
