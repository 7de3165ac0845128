import { callServer, runCommand, OperatorError } from './operator.ts'

/**
 * Sets prices, stock and sale state of products. The server must be running.
 * `npm run product:list` · `npm run product:set -- <id> price|discount|onSale|stock <value>` ·
 * `npm run product:set -- <id> weekend 20%|none` ·
 * `npm run product:set -- <id> season 2026-12-24 2027-01-01 30%|+50000won|none` ·
 * `npm run product:confirm -- <id>` · `npm run product:stop-all` · `npm run product:start-all`
 */

interface Listed {
  id: string
  price: number
  discount: number | null
  onSale: boolean
  stock: number | null
  isSample: boolean
  /** Missing for passes, and where every day costs the same. */
  weekend?: number | null
  seasons?: string | null
}
type Value = number | boolean | string | null

const FIELDS = ['price', 'discount', 'onSale', 'stock', 'weekend', 'season']
const USAGE = 'npm run product:set -- <id> price|discount|onSale|stock|weekend|season <value>'

const valueText = (value: Value): string => {
  if (value === null) return 'none'
  return typeof value === 'boolean' ? (value ? 'Y' : 'N') : String(value)
}

await runCommand({
  list: async () => {
    const { isStopped, products } = await callServer<{ isStopped: boolean; products: Listed[] }>('GET', '/products')
    const lines = products.map(({ id, price, discount, onSale, stock, isSample, weekend, seasons }) => {
      const columns = [
        id,
        discount === null ? `${price} won` : `${discount} won (instead of ${price})`,
        onSale ? 'on sale' : 'off sale',
        stock === null ? '' : `stock ${stock}`,
        weekend == null ? '' : `weekends ${weekend}%`,
        seasons ? `seasons ${seasons}` : '',
        isSample ? 'sample' : '',
      ]
      return columns.filter(Boolean).join('  ')
    })
    return [...(isStopped ? ['All sales are stopped.'] : []), ...lines].join('\n')
  },
  set: async (id, field, ...values) => {
    const value = values.length === 0 ? undefined : values.join(' ')
    if (!id || !field || !FIELDS.includes(field) || value === undefined) throw new OperatorError(`Which one? ${USAGE}`)
    const path = `/products/${encodeURIComponent(id)}/${field}`
    const { before, after } = await callServer<{ before: Value; after: Value }>('POST', path, value)
    return `${id} ${field}: ${valueText(before)} → ${valueText(after)}`
  },
  confirm: async (id) => {
    if (!id) throw new OperatorError('Which one? npm run product:list names them.')
    await callServer('POST', `/products/${encodeURIComponent(id)}/confirm`)
    return `${id} is no sample any more.`
  },
  'stop-all': async () => {
    await callServer('POST', '/sales/stop')
    return 'All sales are stopped. Payments that were already begun can still be completed.'
  },
  'start-all': async () => {
    await callServer('POST', '/sales/start')
    return 'Sales are open again: each product as it was before.'
  },
})
