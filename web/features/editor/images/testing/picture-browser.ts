import { vi } from 'vitest'

const JPEG_HEAD = [0xff, 0xd8, 0xff, 0xe0]

/** @param saidBytes what the file says of itself: megabytes are slow in this document */
export function jpegFile(bytes = 7, saidBytes = bytes): File {
  const content = new Uint8Array(bytes)
  content.set([...JPEG_HEAD, 1, 2, 3])
  const file = new File([content], 'foto.jpg', { type: 'image/jpeg' })
  return Object.defineProperty(file, 'size', { value: saidBytes })
}

export type Reading = (drawn: Uint8ClampedArray<ArrayBuffer>) => Uint8ClampedArray<ArrayBuffer>

/**
 * Decoding and drawing of pictures, which the document of component tests lacks.
 * @param readAs what the browser gives for the pixels of a canvas
 */
export function drawPictures(width: number, height: number, readAs: Reading = (drawn) => drawn): void {
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width, height, close: () => undefined }))
  const drawn: number[] = []
  const context = {
    canvas: document.createElement('canvas'),
    fillStyle: '',
    drawImage: () => undefined,
    fillRect() {
      drawn.push(...(this.fillStyle.match(/\d+/g) ?? []).map(Number), 255)
    },
    getImageData: () => ({ data: readAs(Uint8ClampedArray.from(drawn.splice(0))) }),
  }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/png;base64,')
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take, type) =>
    take(new Blob([new Uint8Array(JPEG_HEAD)], { type: type ?? '' })),
  )
}
