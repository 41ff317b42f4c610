/** Red, green and blue of neighbouring pixels. White, black and noise all miss some of them. */
const KNOWN = [
  [208, 16, 16],
  [16, 16, 208],
  [16, 208, 16],
  [0, 0, 0],
  [255, 255, 255],
  [96, 160, 224],
] as const
/** Some browsers change the last bits of a canvas, which nobody sees. */
const OFF_MAX = 16

/**
 * Against fingerprinting, some browsers give noise or white for what a canvas shows. The pixels are read from an
 * encoded picture, because a browser may spoil either reading.
 */
export async function isCanvasTrue(): Promise<boolean> {
  try {
    const drawn = canvasOfKnown()
    KNOWN.forEach(([red, green, blue], x) => {
      drawn.fillStyle = `rgb(${red}, ${green}, ${blue})`
      drawn.fillRect(x, 0, 1, 1)
    })
    const png = await new Promise<Blob | null>((resolve) => drawn.canvas.toBlob(resolve, 'image/png'))
    const read = canvasOfKnown()
    read.drawImage(await createImageBitmap(png!), 0, 0)
    const { data } = read.getImageData(0, 0, KNOWN.length, 1)
    return KNOWN.every((colour, x) =>
      colour.every((value, at) => Math.abs(data[4 * x + at]! - value) <= OFF_MAX),
    )
  } catch {
    return false
  }
}

function canvasOfKnown(): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  canvas.width = KNOWN.length
  canvas.height = 1
  return canvas.getContext('2d')!
}
