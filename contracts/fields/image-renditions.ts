import type { ImageKind } from '../events/profile.ts'

/** The sizes in which a picture is kept: what pages ask for by name is what was made when it was uploaded. */
export interface ImageRendition {
  readonly name: string
  readonly contentType: 'image/webp' | 'image/jpeg'
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

/** A picture made anew from what somebody uploaded. The same renditions have the same ref. */
export interface RenderedImage {
  readonly ref: string
  /** Of its largest rendition for pages. */
  readonly width: number
  readonly height: number
  readonly renditions: readonly ImageRendition[]
}

/** The avatar is 104 px wide in the page: at one, two and three pixels each. */
export const AVATAR_WIDTHS = [112, 224, 336] as const
/** The logo's pill leaves it 140 px, at one, two and three pixels each. */
export const LOGO_WIDTHS = [140, 280, 420] as const
/** Behind the whole page: cut upright for phones, and whole for wide windows. */
export const BACKGROUND_WIDTHS = { upright: [720, 1080], whole: 1600 } as const

type Widths = typeof AVATAR_WIDTHS | typeof LOGO_WIDTHS | (typeof BACKGROUND_WIDTHS)['upright']
/** A width that is made of some kind of picture; no page can name another. */
export type ImageWidth = Widths[number] | (typeof BACKGROUND_WIDTHS)['whole']

/** Widths of the WebP renditions of each kind. */
export const IMAGE_WIDTHS: Readonly<Record<ImageKind, readonly ImageWidth[]>> = {
  'profile-image': AVATAR_WIDTHS,
  'company-logo': LOGO_WIDTHS,
  'background-image': [...BACKGROUND_WIDTHS.upright, BACKGROUND_WIDTHS.whole],
}

/** For contact files and mails, of profile images only. Some phones refuse a contact with more. */
export const SQUARE = { name: 'square', side: 400, bytesMax: 40_000 } as const
/** What a messenger shows of a link. */
export const PREVIEW = { name: 'preview', width: 1_200, height: 630, bytesMax: 300_000 } as const

export type WidthName = `w${ImageWidth}`
export const widthName = <Width extends ImageWidth>(width: Width): `w${Width}` => `w${width}`

/** Path of an image, or of one of its renditions. */
export const imagePath = (
  ref: string,
  rendition?: WidthName | typeof SQUARE.name | typeof PREVIEW.name,
): string => `/api/files/${encodeURIComponent(rendition === undefined ? ref : `${ref}-${rendition}`)}`

/** What a path's last part may look like: 32 hexadecimal digits, and the name of a rendition. */
export const FILE_REF = /^([0-9a-f]{32})(?:-(w[1-9]\d{1,3}|square|preview))?$/
