import type { MessageDescriptor } from '@lingui/core'

/** Texts on passes in wallet apps. */
export const WALLET_MESSAGES: readonly (MessageDescriptor & { id: string; message: string })[] = [
  /*i18n*/ { id: 'wallet.description', message: 'Copy of a Harbor Pass' },
  /*i18n*/ { id: 'wallet.product', message: '{passType} Mobile Pass' },
  /*i18n*/ { id: 'wallet.name', message: 'Name' },
  /*i18n*/ { id: 'wallet.useBy', message: 'Use by' },
  /*i18n*/ { id: 'wallet.validUntil', message: 'Valid until' },
  /*i18n*/ { id: 'wallet.gate', message: 'At the gate' },
  /*i18n*/ { id: 'wallet.passport', message: 'Have your passport ready' },
  /*i18n*/ { id: 'wallet.aboutTitle', message: 'About this copy' },
  /*i18n*/ {
    id: 'wallet.about',
    message:
      'The live code is in My Pass in the Harbor Pass app and works offline once your pass is set up on a phone. This copy works only at a gate that has a connection. Staff will check the name against your passport.',
  },
  /*i18n*/ {
    id: 'wallet.brief',
    message: 'Bring your passport. Online gates only. The live code is in My Pass.',
  },
  /*i18n*/ {
    id: 'wallet.ends',
    message:
      'This copy is not updated. It stops working when you send the pass as a gift, request a refund, change your password, sign out all other devices, or sign out the device that added the copy.',
  },
  /*i18n*/ { id: 'wallet.open', message: 'Open My Pass' },
]
