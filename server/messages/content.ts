import type { MessageDescriptor } from '@lingui/core'

/** Names of codes that content and its filters use. */
export const CONTENT_MESSAGES: readonly (MessageDescriptor & { id: string; message: string })[] = [
  /*i18n*/ { id: 'code.facility.indoor', message: 'Indoors' },
  /*i18n*/ { id: 'code.facility.outdoor', message: 'Outdoors' },
  /*i18n*/ { id: 'code.facility.metro_walk', message: 'On foot from the metro' },
  /*i18n*/ { id: 'code.facility.no_reservation', message: 'Reservation not needed' },
  /*i18n*/ { id: 'code.facility.infants_free', message: 'Free under 36 months' },
  /*i18n*/ { id: 'code.facility.no_admission_fee', message: 'No admission fee' },
  /*i18n*/ { id: 'code.venue.restaurant', message: 'Restaurant' },
  /*i18n*/ { id: 'code.venue.cafe', message: 'Café' },
  /*i18n*/ { id: 'code.venue.shop', message: 'Shop' },
  /*i18n*/ { id: 'code.venue.spa', message: 'Spa' },
  /*i18n*/ { id: 'code.venue.activity', message: 'Activity' },
  /*i18n*/ { id: 'code.refund.plans_changed', message: 'My plans changed' },
  /*i18n*/ { id: 'code.refund.wrong_product', message: 'I chose the wrong product or quantity' },
  /*i18n*/ { id: 'code.refund.bought_twice', message: 'I bought it twice' },
  /*i18n*/ { id: 'code.refund.illness', message: 'Illness or an emergency' },
  /*i18n*/ { id: 'code.refund.other', message: 'Another reason' },
  /*i18n*/ { id: 'code.stars', message: '{stars}-star hotel' },
]
