import { getDocumentProxy } from 'unpdf'

interface Node {
  role?: string
  type?: string
  id?: string
  children?: Node[]
}

/** Returns the nodes of the structure tree below `node`, in reading order. */
const flatten = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(flatten)]

/** Reads a PDF of one page as a screen reader does: by its tags, in their order. */
export const readPdf = async (bytes: Uint8Array) => {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  try {
    const page = await document.getPage(1)
    const tree = (await page.getStructTree()) as Node | null
    const { items } = await page.getTextContent({ includeMarkedContent: true, disableNormalization: true })
    const textsById = new Map<string, string>()
    let id: string | undefined
    for (const item of items)
      if ('str' in item) {
        if (id !== undefined) textsById.set(id, (textsById.get(id) ?? '') + item.str)
      } else id = item.type === 'endMarkedContent' ? undefined : item.id
    const elements = tree
      ? flatten(tree).filter(({ children }) => children?.some(({ type }) => type === 'content'))
      : []
    const metadata: { Title?: string; Language?: string } = (await document.getMetadata()).info
    return {
      pages: document.numPages,
      title: metadata.Title,
      language: metadata.Language,
      isTagged: (await document.getMarkInfo())?.Marked === true,
      /** Tag and text of each element. The reader marks the gap before an element with white space. */
      elements: elements.map(({ role = '', children = [] }) => {
        const text = children.map((child) => textsById.get(child.id ?? '') ?? '').join('')
        return [role, text.trim()] as const
      }),
    }
  } finally {
    await document.loadingTask.destroy()
  }
}
