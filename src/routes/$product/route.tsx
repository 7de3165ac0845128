import { createFileRoute } from '@tanstack/react-router'
import { GUIDES } from '#contract/guides.ts'

/** The guides of the four passes. Any other word is no address, so that `/nowhere` is the 404 page. */
export const Route = createFileRoute('/$product')({
  params: { parse: ({ product }) => GUIDES.includes(product) && { product } },
})
