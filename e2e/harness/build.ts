import { build } from '../../scripts/build/build.ts'

/** The production build, once for all tests. */
const buildOnce = async (): Promise<void> => {
  await build()
}
export default buildOnce
