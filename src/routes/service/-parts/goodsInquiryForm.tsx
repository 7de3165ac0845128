import { useLingui } from '@lingui/react/macro'
import { useGoodsItem } from '#data/goods.ts'
import { LoadingLine } from '#ui/skeleton.tsx'
import { InquiryForm } from './inquiryForm.tsx'

/**
 * Renders the inquiry form about goods, with their name in the text. Only the id is in the address, so that no link
 * writes words of its own into the form. Where the name is not known, the form is empty.
 */
export function GoodsInquiryForm({ goods }: { goods: string }) {
  const { t } = useLingui()
  const { status, data } = useGoodsItem(goods)
  if (!data && status === 'loading') return <LoadingLine label={t`Loading`} />
  const name = data?.name ?? ''
  return <InquiryForm {...(data && { opening: t`About ${name}:` })} />
}
