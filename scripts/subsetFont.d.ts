/** The parts of subset-font that `receiptFonts.ts` uses; the package has no types. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'sfnt'
    noHinting?: boolean
    dropTables?: string[]
    /** Tags of the OpenType features that stay; absent: all. */
    keepFeatures?: string[]
  }
  /** Resolves with the font reduced to the characters of `text`. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
