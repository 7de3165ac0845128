/** Reads a PDF of one page as a screen reader does: by its tags, in their order. */
export declare const readPdf: (bytes: Uint8Array) => Promise<{
  pages: number
  title: string | undefined
  language: string | undefined
  isTagged: boolean
  /** Tag and text of each element. The reader marks the gap before an element with white space. */
  elements: (readonly [string, string])[]
}>
