import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Sentences for somebody in Busan who speaks Korean. The Korean is data: it is the same in every language. */

export interface HelpCard {
  id: string
  korean: string
  /** What a voice reads, where it would read the digits of a telephone number as one amount. */
  spoken?: string
  /** What the sentence means, for the reader. */
  meaning: MessageDescriptor
  /** The number to call instead of showing the card. */
  phone?: '112' | '119' | '1330'
}

export interface HelpCardGroup {
  id: string
  title: MessageDescriptor
  cards: readonly HelpCard[]
}

export const HELP_CARDS: readonly HelpCardGroup[] = [
  {
    id: 'staff',
    title: msg`At an attraction`,
    cards: [
      { id: 'enter', korean: '이 패스로 입장할 수 있나요?', meaning: msg`Can I enter with this pass?` },
      { id: 'last-entry', korean: '마지막 입장은 몇 시까지인가요?', meaning: msg`What time is the last entry?` },
      { id: 'toilet', korean: '화장실이 어디에 있나요?', meaning: msg`Where is the toilet?` },
      {
        id: 'luggage',
        korean: '짐을 맡길 수 있는 곳이 있나요?',
        meaning: msg`Is there somewhere to leave my luggage?`,
      },
    ],
  },
  {
    id: 'way',
    title: msg`Taxi and directions`,
    cards: [
      { id: 'address', korean: '이 주소로 가 주세요.', meaning: msg`Please take me to this address.` },
      { id: 'let-out', korean: '여기서 내려 주세요.', meaning: msg`Please let me out here.` },
      {
        id: 'card-payment',
        korean: '카드로 결제할게요. 영수증도 주세요.',
        meaning: msg`I will pay by card. A receipt too, please.`,
      },
      {
        id: 'metro',
        korean: '가장 가까운 지하철역이 어디예요?',
        meaning: msg`Where is the nearest metro station?`,
      },
    ],
  },
  {
    id: 'emergency',
    title: msg`Emergency`,
    cards: [
      {
        id: 'ambulance',
        korean: '119에 전화해서 구급차를 불러 주세요.',
        spoken: '일일구에 전화해서 구급차를 불러 주세요.',
        meaning: msg`Please call 119 for an ambulance.`,
        phone: '119',
      },
      {
        id: 'police',
        korean: '112에 전화해서 경찰을 불러 주세요.',
        spoken: '일일이에 전화해서 경찰을 불러 주세요.',
        meaning: msg`Please call 112 for the police.`,
        phone: '112',
      },
      {
        id: 'pharmacy',
        korean: '몸이 아파요. 가까운 병원이나 약국이 어디예요?',
        meaning: msg`I feel ill. Where is the nearest hospital or pharmacy?`,
      },
      {
        id: 'interpreter',
        korean: '한국어를 못해요. 1330에 전화해서 통역을 부탁해 주시겠어요?',
        spoken: '한국어를 못해요. 일삼삼공에 전화해서 통역을 부탁해 주시겠어요?',
        meaning: msg`I do not speak Korean. Could you call 1330 and ask for an interpreter?`,
        phone: '1330',
      },
    ],
  },
]
