/** Longer edge of a photo as it is shown at its largest, doubled for dense screens, px. */
const EDGE_PX = 512
const QUALITY = 0.9

/**
 * Makes a picture small enough for a photo before it is sent, so that a camera's full picture is neither refused nor
 * paid for twice: `edgePx` is its longer edge then. Returns the original where the browser cannot read it: the server then says what is wrong.
 */
export const shrinkPicture = async (original: Blob, edgePx = EDGE_PX): Promise<Blob> => {
  try {
    const picture = await createImageBitmap(original)
    const scale = Math.min(1, edgePx / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    return small ?? original
  } catch {
    return original
  }
}
