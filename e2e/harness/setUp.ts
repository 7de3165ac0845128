import { rm } from 'node:fs/promises'
import { build } from '../../scripts/build/build.ts'
import { Server } from './server.ts'

/** Once before all tests: builds for production, and seeds the data folder with which every server begins. */
const setUp = async (): Promise<() => Promise<void>> => {
  await build()
  const folder = await Server.seededFolder()
  process.env.SEEDED_FOLDER = folder
  return () => rm(folder, { recursive: true, force: true })
}
export default setUp
