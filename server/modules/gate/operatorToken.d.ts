import type { Keys } from '#server/keys.ts';
/** Good for a minute. `now` in ms UTC. */
export declare const operatorToken: (keys: Keys, now: number) => Promise<string>;
export declare const isOperatorToken: (keys: Keys, token: string, now: number) => Promise<boolean>;
