import { callServer, runCommand, OperatorError } from './operator.ts'
import { readTextFile } from './readFile.ts'

/**
 * Adds card passes to the stock: `npm run card:load -- <product> <how many, or a file of numbers>`. The server must be
 * running. Prints number and QR code of each card once, for the printer.
 */

await runCommand({
  load: async (product, source) => {
    if (!product || !source)
      throw new OperatorError('Which? npm run card:load -- <product> <how many, or a file of numbers>')
    const body = /^\d{1,4}$/.test(source) ? source : readTextFile(source)
    const path = `/cards/${encodeURIComponent(product)}`
    const { cards } = await callServer<{ cards: { cardNum: string; qr: string }[] }>('POST', path, body)
    return cards.map(({ cardNum, qr }) => `${cardNum}\t${qr}`).join('\n')
  },
})
