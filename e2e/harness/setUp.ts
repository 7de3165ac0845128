import { build } from '../../scripts/build/build.ts'

/** Builds for production once before all tests. */
const buildOnce = async (): Promise<void> => {
  await build()
}
export default buildOnce
