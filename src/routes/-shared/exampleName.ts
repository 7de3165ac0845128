import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** An example name as passports of the reader's country print it, by the field that it is shown in. */
export const EXAMPLE_NAME: Record<'engSurname' | 'engNm', MessageDescriptor> = {
  engSurname: msg({ message: 'SMITH', comment: 'A surname as passports of the reader’s country print it' }),
  engNm: msg({ message: 'ANNA MARIA', comment: 'A given name as passports of the reader’s country print it' }),
}
