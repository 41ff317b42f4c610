import {
  detectedFormat,
  FORMAT_BYTES,
  HEIC_ADVICE,
  type ImageFormat,
} from '@app/contracts/fields/pictures.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { Slot } from './slots.ts'

const UNSUPPORTED = 'Usa una imagen JPG, PNG, WebP, AVIF, GIF o BMP.'
export const DAMAGED = 'No pudimos leer la imagen: parece dañada o incompleta. Prueba con otra.'
const TOO_LARGE = 'La imagen es demasiado grande para abrirla en este equipo. Prueba con una más pequeña.'

/** An iPhone converts its photo to JPEG if a page accepts JPEG and no HEIC. */
export const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif,image/gif,image/bmp'

export interface PickedFile {
  /** Undefined: one that the server does not take, but the browser may draw. */
  readonly format: ImageFormat | 'heic' | undefined
  readonly bytes: number
}

/** @returns a sentence where it cannot be read */
export async function readPicked(file: Blob): Promise<PickedFile | string> {
  const head = await file
    .slice(0, FORMAT_BYTES)
    .arrayBuffer()
    .catch(() => undefined)
  // A file that was moved or deleted since it was picked.
  if (head === undefined) return DAMAGED
  return { format: detectedFormat(new Uint8Array(head)), bytes: file.size }
}

/** Why the browser could not open it. Files of more pixels than it can hold are large, too. */
export function openingFault({ format, bytes }: PickedFile): string {
  if (format === 'heic') return HEIC_ADVICE
  if (format === undefined) return UNSUPPORTED
  return bytes > LIMITS.imageBytesMax ? TOO_LARGE : DAMAGED
}

/** The side of an upright picture in memory: a phone has little, and no slot shows more. */
const SIDE_MAX = 4_096
/** The side of the picture behind the frame, which is as wide as a dialog. */
const SHOWN_SIDE_MAX = 1_200
const QUALITY = 0.92
const PAPER = 'white'

export interface Picture {
  readonly bitmap: ImageBitmap
  /** The stage as a data: URL: the Content-Security-Policy allows no blob: URL. */
  readonly stageUrl: string
}

/** @throws when the browser can't decode it */
export async function openPicture(file: Blob, slot: Slot): Promise<Picture> {
  const bitmap = await uprightBitmap(file)
  return { bitmap, stageUrl: stageUrlOf(bitmap, slot) }
}

async function uprightBitmap(file: Blob): Promise<ImageBitmap> {
  const whole = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const { width, height } = shrunk(whole, { width: SIDE_MAX, height: SIDE_MAX })
  if (width === whole.width && height === whole.height) return whole
  const smaller = await createImageBitmap(whole, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  })
  whole.close()
  return smaller
}

interface Drawing {
  readonly canvas: HTMLCanvasElement
  readonly context: CanvasRenderingContext2D
}

function drawingOf({ width, height }: Size): Drawing {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('the browser has no memory for a canvas')
  context.imageSmoothingQuality = 'high'
  return { canvas, context }
}

function stageUrlOf(picture: ImageBitmap, slot: Slot): string {
  const stage = stageOf(picture, slot)
  const shown = shrunk(stage, { width: SHOWN_SIDE_MAX, height: SHOWN_SIDE_MAX })
  const scale = shown.width / stage.width
  const place = placeOn(stage, { width: picture.width, height: picture.height })
  const { canvas, context } = drawingOf(shown)
  context.drawImage(picture, place.x * scale, place.y * scale, place.width * scale, place.height * scale)
  return canvas.toDataURL('image/webp', QUALITY)
}

/** @throws when the browser can't encode it */
export function cutPicture({ bitmap: picture }: Picture, frame: Area, slot: Slot): Promise<Blob> {
  const { x, y, width, height } = cutOf(frame, stageOf(picture, slot), picture)
  const sent = shrunk({ width, height }, slot.sentMax)
  const { canvas, context } = drawingOf(sent)
  if (slot.sentAs === 'image/jpeg') {
    // JPEG knows no transparency, and would show it as black.
    context.fillStyle = PAPER
    context.fillRect(0, 0, sent.width, sent.height)
  }
  context.drawImage(picture, x, y, width, height, 0, 0, sent.width, sent.height)
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('no picture was encoded')))
    canvas.toBlob(take, slot.sentAs, QUALITY)
  })
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Area extends Size {
  readonly x: number
  readonly y: number
}

interface Framing {
  readonly aspect: number
  readonly opensWhole: boolean
}

/** The area behind the frame: the picture, with a margin if the frame has to contain all of it. */
export function stageOf({ width, height }: Size, { aspect, opensWhole }: Framing): Size {
  if (!opensWhole) return { width, height }
  return { width: Math.max(width, height * aspect), height: Math.max(height, width / aspect) }
}

const placeOn = (stage: Size, picture: Size): Area => ({
  x: (stage.width - picture.width) / 2,
  y: (stage.height - picture.height) / 2,
  ...picture,
})

/** The largest area of this shape, in the middle. In percent, as all areas of a frame. */
export function middleOf(stage: Size, aspect: number): Area {
  const width = Math.min(stage.width, stage.height * aspect)
  const [across, down] = [(width / stage.width) * 100, (width / aspect / stage.height) * 100]
  return { x: (100 - across) / 2, y: (100 - down) / 2, width: across, height: down }
}

const between = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value))

export function cutOf(frame: Area, stage: Size, picture: Size): Area {
  const place = placeOn(stage, picture)
  const [scaleX, scaleY] = [stage.width / 100, stage.height / 100]
  const left = between(0, Math.round(frame.x * scaleX - place.x), picture.width - 1)
  const top = between(0, Math.round(frame.y * scaleY - place.y), picture.height - 1)
  const right = Math.round((frame.x + frame.width) * scaleX - place.x)
  const bottom = Math.round((frame.y + frame.height) * scaleY - place.y)
  return {
    x: left,
    y: top,
    width: between(1, right - left, picture.width - left),
    height: between(1, bottom - top, picture.height - top),
  }
}

export function shrunk({ width, height }: Size, max: Size): Size {
  const scale = Math.min(1, max.width / width, max.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** One side suffices: a wide logo need not be high. */
export const isSmall = (cut: Size, wanted: Size): boolean =>
  cut.width < wanted.width && cut.height < wanted.height
