/** The three times of day that a scene is drawn for. */
export declare const HOURS: readonly ['day', 'evening', 'night']
export type Hour = (typeof HOURS)[number]
/** Returns the time of day in Busan at an instant (ms UTC): day 06:00–17:00, evening to 19:30, night to 06:00. */
export declare const hourOf: (ms: number) => Hour
