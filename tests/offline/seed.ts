/**
 * The seed of `MODEL_SEED`, else another one each time; it is printed, so that a red run can be repeated. `MODEL_PATH`
 * (the path that the red run printed) lives the failing history alone.
 */
export const seedOf = (what: string): { seed: number; path?: string } => {
  const seed = Number(process.env.MODEL_SEED ?? Math.floor(Math.random() * 2 ** 31))
  console.log(`model, ${what}: MODEL_SEED=${seed}`)
  const { MODEL_PATH: path } = process.env
  return path === undefined ? { seed } : { seed, path }
}
