export { popupPromotions, promotions } from './promotion.ts'
export { travelInfos } from './travel.ts'
