import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** A name as the passports print it that readers of the language hold, by the field it goes into. */
export const EXAMPLE_NAME: Record<'engSurname' | 'engNm', MessageDescriptor> = {
  engSurname: msg({ message: 'SMITH', comment: 'A surname as passports of the reader’s country print it' }),
  engNm: msg({ message: 'ANNA MARIA', comment: 'A given name as passports of the reader’s country print it' }),
}
