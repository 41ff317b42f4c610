import { vi } from 'vitest'

const JPEG_HEAD = [0xff, 0xd8, 0xff, 0xe0]

export const jpegFile = (): File =>
  new File([Uint8Array.from([...JPEG_HEAD, 1, 2, 3])], 'foto.jpg', { type: 'image/jpeg' })

/** Decoding and drawing of pictures, which the document of component tests lacks. */
export function drawPictures(width: number, height: number): void {
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width, height, close: () => undefined }))
  const context = {
    canvas: document.createElement('canvas'),
    drawImage: () => undefined,
    fillRect: () => undefined,
  }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/png;base64,')
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take, type) =>
    take(new Blob([new Uint8Array(JPEG_HEAD)], { type: type ?? '' })),
  )
}
