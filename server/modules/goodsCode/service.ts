export { openCode } from './seal.ts'
