import type { Api } from '#api/client.ts'
import type { Answer } from '#api/failure.ts'
import { list as inquiryList, type Inquiry } from '#contract/calls/inquiry.ts'
import { myAttractionList, myPage, myPassList, type MyPass, type Profile } from '#contract/calls/mypage.ts'
import { PAGE_SIZE_MAX } from '#contract/limits.ts'
import type { Favourite, MemberDb } from '#db/member.ts'
import type { PassRow } from '#db/names.ts'

/** What a member's mirror is made of. */
export interface PartData {
  passes: MyPass[]
  favourites: Favourite[]
  inquiries: Inquiry[]
  profile: Profile
}
export type MirrorPart = keyof PartData
export const MIRROR_PARTS: readonly MirrorPart[] = ['passes', 'favourites', 'inquiries', 'profile']

export interface Part<T> {
  fetch: (api: Api, owner: string) => Promise<Answer<T>>
  /** Within a transaction over all tables. */
  write: (db: MemberDb, data: T) => Promise<void>
}

/** A drawn code stays as long as it is a code of the same certificate's epoch. */
const withDrawn = (pass: MyPass, position: number, before: PassRow | undefined): PassRow => ({
  passUid: pass.passUid,
  position,
  pass,
  drawn: pass.certificate !== null && before?.pass.epoch === pass.epoch ? before.drawn : null,
})

export const writePasses = async (db: MemberDb, list: MyPass[]): Promise<void> => {
  const before = await db.passes.bulkGet(list.map(({ passUid }) => passUid))
  await db.passes.clear()
  await db.passes.bulkPut(list.map((pass, position) => withDrawn(pass, position, before[position])))
}

const INQUIRY_PAGES = 10

export const PARTS: { [K in MirrorPart]: Part<PartData[K]> } = {
  passes: {
    fetch: async (api, owner) => {
      const answer = await api.call(myPassList, {}, { owner })
      return answer.ok ? { ok: true, data: answer.data.list } : answer
    },
    write: writePasses,
  },
  favourites: {
    fetch: async (api, owner) => {
      const answer = await api.call(myAttractionList, {}, { owner })
      return answer.ok ? { ok: true, data: answer.data.list } : answer
    },
    write: async (db, list) => {
      await db.favourites.clear()
      await db.favourites.bulkPut(list)
    },
  },
  inquiries: {
    fetch: async (api, owner) => {
      const all: Inquiry[] = []
      for (let pageNum = 1; pageNum <= INQUIRY_PAGES; pageNum += 1) {
        const query = { pageNum: String(pageNum), pageSize: String(PAGE_SIZE_MAX) }
        const answer = await api.call(inquiryList, { query }, { owner })
        if (!answer.ok) return answer
        all.push(...answer.data.list)
        if (answer.data.list.length === 0 || all.length >= answer.data.total) break
      }
      return { ok: true, data: all }
    },
    write: async (db, list) => {
      await db.inquiries.clear()
      await db.inquiries.bulkPut(list)
    },
  },
  profile: {
    fetch: (api, owner) => api.call(myPage, {}, { owner }),
    write: (db, data) => db.keep('profile', data),
  },
}
