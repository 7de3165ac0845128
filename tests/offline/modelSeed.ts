/**
 * Returns the seed of `MODEL_SEED`, or a random one, and prints it, so that a failing run can be repeated. `MODEL_PATH`
 * (the path that a failing run prints) runs the failing history alone.
 */
export const seedOf = (what: string): { seed: number; path?: string } => {
  const seed = Number(process.env.MODEL_SEED ?? Math.floor(Math.random() * 2 ** 31))
  console.log(`model, ${what}: MODEL_SEED=${seed}`)
  const { MODEL_PATH: path } = process.env
  return path === undefined ? { seed } : { seed, path }
}
