import type { MessageDescriptor } from '@lingui/core'

/** Descriptions of pages for search engines and link previews. */
export const PREVIEW_MESSAGES: readonly (MessageDescriptor & { id: string; message: string })[] = [
  /*i18n*/ {
    id: 'preview.home',
    message: 'One pass for the attractions of Busan. Show its code at the gate, even without a signal.',
  },
  /*i18n*/ {
    id: 'preview.attractions',
    message: 'Attractions in Busan: opening hours, directions, prices, and which ones a pass covers.',
  },
  /*i18n*/ {
    id: 'preview.pass',
    message:
      'Compare the 24H, 48H, Big3 and Big5 passes for Busan: what each includes, how long it is valid and what it costs.',
  },
  /*i18n*/ {
    id: 'preview.hotel',
    message: 'Hotels in Busan with rooms, prices, available nights and the deadline for free cancellation.',
  },
  /*i18n*/ { id: 'preview.tour', message: 'Guided tours in and around Busan, with stops, departures and seats left.' },
  /*i18n*/ {
    id: 'preview.activity',
    message: 'Things to do in Busan: surfing, yachts, cooking, pottery and more, with times and prices.',
  },
  /*i18n*/ { id: 'preview.voucher', message: 'Vouchers for Busan: airport bus, luggage, eSIM, meals and tickets.' },
  /*i18n*/ {
    id: 'preview.about',
    message:
      'What Harbor Pass is: free entry to attractions in Busan with one code or card, the four passes, and how it works.',
  },
  /*i18n*/ {
    id: 'preview.visit',
    message: 'A visit to Busan with Harbor Pass: before you travel, on arrival, what to bring, and the first entry.',
  },
  /*i18n*/ {
    id: 'preview.whichPass',
    message: 'Choose attractions in Busan and see which pass costs least for them, or whether you need one at all.',
  },
  /*i18n*/ {
    id: 'preview.recommend',
    message: 'Recommended courses through Busan, for one day or several, with distances and opening hours.',
  },
  /*i18n*/ { id: 'preview.promotion', message: 'Offers and events in Busan, with their dates and places.' },
  /*i18n*/ {
    id: 'preview.travelInfo',
    message: 'What to see, eat and buy in Busan, with festivals, tours and what is nearby.',
  },
  /*i18n*/ {
    id: 'preview.directions',
    message: 'How to get to Busan and around the city: all metro lines, and the route between any two stations.',
  },
  /*i18n*/ {
    id: 'preview.helpCards',
    message:
      'Korean sentences to show or read aloud to staff, taxi drivers and anyone who helps you in Busan, even without a signal.',
  },
  /*i18n*/ {
    id: 'preview.map',
    message: 'An offline map of the attractions in Busan, with the metro and what is open now.',
  },
  /*i18n*/ {
    id: 'preview.faq',
    message: 'Answers to frequently asked questions about passes, entry, payment, gifts and refunds.',
  },
  /*i18n*/ { id: 'preview.notice', message: 'Notices about passes and attractions in Busan.' },
  /*i18n*/ {
    id: 'preview.policy',
    message: 'The terms of service, privacy policy, cancellation terms and other legal texts of Harbor Pass.',
  },
  /*i18n*/ { id: 'preview.inquiry', message: 'Write to us about passes, orders and refunds.' },
  /*i18n*/ { id: 'preview.liveChat', message: 'How and when to reach customer support, with hours in Korean time.' },
  /*i18n*/ {
    id: 'preview.gift',
    message: 'Someone has sent you a pass for the attractions of Busan. Open the link to accept it.',
  },
]
