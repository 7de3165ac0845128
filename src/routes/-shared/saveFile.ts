/** How long the browser may take to read a file that it saves. */
const READ_MS = 10_000

/** Lets the browser save a file under `name`. */
export const saveFile = (file: Blob, name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS)
}
