import type { ImageKind } from '../profiles/events.ts'

export interface ImageRendition {
  readonly name: string
  readonly contentType: 'image/webp' | 'image/jpeg'
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

/** Re-encoded from an upload. Equal renditions have the same `ref`. */
export interface RenderedImage {
  readonly ref: string
  readonly width: number
  readonly height: number
  readonly renditions: readonly ImageRendition[]
}

/** The avatar is 104 px wide in the page: for one, two and three device pixels each. */
export const AVATAR_WIDTHS = [112, 224, 336] as const
/** The logo is up to 140 px wide in the page: for one, two and three device pixels each. */
export const LOGO_WIDTHS = [140, 280, 420] as const
/** `upright` is cropped for phones, `whole` is for wide windows. */
export const BACKGROUND_WIDTHS = { upright: [720, 1080], whole: 1600 } as const

type Widths = typeof AVATAR_WIDTHS | typeof LOGO_WIDTHS | (typeof BACKGROUND_WIDTHS)['upright']
export type ImageWidth = Widths[number] | (typeof BACKGROUND_WIDTHS)['whole']

export const IMAGE_WIDTHS: Readonly<Record<ImageKind, readonly ImageWidth[]>> = {
  'profile-image': AVATAR_WIDTHS,
  'company-logo': LOGO_WIDTHS,
  'background-image': [...BACKGROUND_WIDTHS.upright, BACKGROUND_WIDTHS.whole],
}

/** For vCards and mails, of profile images only. Some phones refuse a contact with a larger photo. */
export const SQUARE = { name: 'square', side: 400, bytesMax: 40_000 } as const
/** The drawn picture that messengers show of a profile. */
export const PREVIEW = { width: 1_200, height: 630, bytesMax: 300_000 } as const

export type WidthName = `w${ImageWidth}`
export const widthName = <Width extends ImageWidth>(width: Width): `w${Width}` => `w${width}`

export const imagePath = (ref: string, rendition?: WidthName | typeof SQUARE.name): string =>
  `/api/files/${encodeURIComponent(rendition === undefined ? ref : `${ref}-${rendition}`)}`

export const FILE_REF = /^([0-9a-f]{32})(?:-(w[1-9]\d{1,3}|square))?$/
