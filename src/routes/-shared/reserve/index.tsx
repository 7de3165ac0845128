/** The steps of a reservation; the screen of goods imports this at their first use. */
export { StepScreen } from './stepScreen.tsx'
