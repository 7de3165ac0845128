export { openCode } from './seal.ts'
export { resealCodes } from './reseal.ts'
