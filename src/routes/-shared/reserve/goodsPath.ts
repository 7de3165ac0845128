import { useLocation } from '@tanstack/react-router'
import { GOODS_KINDS, type GoodsKind } from '#contract/codes.ts'
import { goodsAddress, type ReserveSearch } from '#contract/rules/goodsAddress.ts'
import type { Scene } from '#contract/rules/scene.ts'

/** Hook: returns the kind of goods that the present address is about. */
export const useGoodsKind = (): GoodsKind => {
  const [, first] = useLocation().pathname.split('/')
  return GOODS_KINDS.find((kind) => kind === first) ?? 'activity'
}

/** The scene that stands for a kind of goods on its ticket. */
export const GOODS_SCENES: Record<GoodsKind, Scene> = {
  hotel: 'gwangan',
  tour: 'beachtrain',
  activity: 'yacht',
  voucher: 'market',
}
/** Returns the scene of a kind of goods; that of activities for a type that this build does not know. */
export const sceneOfKind = (kind: GoodsKind | undefined): Scene => GOODS_SCENES[kind ?? 'activity']

/** Returns the properties of a link to goods, or to a step of their reservation. */
export const goodsLink = (
  kind: GoodsKind,
  gdsUid: string,
  search: ReserveSearch = {},
): { to: string; search: Record<string, unknown> } => ({ to: goodsAddress(kind, gdsUid), search: { ...search } })
