import type { SampleMember, PopulatedShop } from './populatedShop.ts'
import type { RawRequest } from './rawRequest.ts'

/** A valid request of a well-behaved caller, from which tests derive faulty ones. */
export type ValidRequest = (me: SampleMember, town: PopulatedShop) => RawRequest | Promise<RawRequest>
