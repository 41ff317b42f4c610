import sharp from 'sharp'
import { PREVIEW } from '@app/contracts/fields/pictures.ts'
import type { PreviewCard } from '@app/contracts/public-page.ts'

/** The centre of the middle square, which contains everything because messengers crop small previews to it. */
const MIDDLE = PREVIEW.width / 2
const COVER_HEIGHT = 300
const FACE = { y: 296, radius: 176, ring: 12 }
const RINGS = { first: 30, step: 46, count: 14, strongest: 0.34, weakest: 0.04 }
const MARK = { y: 560, size: 40 }

/** The first keeps text and edges sharp; the others are for photos that need too many bytes. */
const QUALITIES = [86, 70, 50] as const

/** Runs only in the process for pictures. @returns a JPEG */
export async function drawPreview(card: PreviewCard, photo: Buffer | undefined): Promise<Buffer> {
  const svg = Buffer.from(previewCardSvg(card, photo))
  const { data, info } = await sharp(svg).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let bytes = Buffer.alloc(0)
  for (const quality of QUALITIES) {
    const picture = sharp(data, { raw: info })
    bytes = await picture.jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer()
    if (bytes.length <= PREVIEW.bytesMax) break
  }
  return bytes
}

/** Contains tags only. Values of a profile appear only as numbers, colours and base64. */
export function previewCardSvg(card: PreviewCard, photo: Buffer | undefined): string {
  const { colours } = card
  const { width, height } = PREVIEW
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${colour(colours.background)}"/>`,
    cover(card),
    face(card, photo),
    mark(card),
    '</svg>',
  ].join('')
}

const HEX = /^#[0-9a-f]{6}$/i
const colour = (hex: string): string => (HEX.test(hex) ? hex : '#FFFFFF')

function cover({ colours }: PreviewCard): string {
  const { first, step, count, strongest, weakest } = RINGS
  const rings = Array.from({ length: count }, (_none, at) => {
    const opacity = strongest - ((strongest - weakest) * at) / (count - 1)
    return `<circle cx="${MIDDLE}" cy="${FACE.y}" r="${FACE.radius + first + step * at}" opacity="${opacity.toFixed(2)}"/>`
  })
  return [
    `<clipPath id="cover"><rect width="${PREVIEW.width}" height="${COVER_HEIGHT}"/></clipPath>`,
    `<g clip-path="url(#cover)" fill="none" stroke="${colour(colours.coverInk)}" stroke-width="2.5">`,
    `<rect width="${PREVIEW.width}" height="${COVER_HEIGHT}" fill="${colour(colours.cover)}" stroke="none"/>`,
    ...rings,
    '</g>',
  ].join('')
}

function face({ colours }: PreviewCard, photo: Buffer | undefined): string {
  const { y, radius, ring } = FACE
  const disc = (r: number, fill: string): string =>
    `<circle cx="${MIDDLE}" cy="${y}" r="${r}" fill="${fill}"/>`
  const ground = disc(radius + ring, colour(colours.background))
  if (photo === undefined) return ground + disc(radius, colour(colours.tile)) + person(colours.accent)
  const place = `x="${MIDDLE - radius}" y="${y - radius}" width="${2 * radius}" height="${2 * radius}"`
  return [
    ground,
    `<clipPath id="face">${disc(radius, '#000000')}</clipPath>`,
    `<image ${place} clip-path="url(#face)" href="data:image/jpeg;base64,${photo.toString('base64')}"/>`,
  ].join('')
}

/** Lucide's `user-round` (ISC licence), as on the page. */
const PERSON = 'M20 21a8 8 0 0 0-16 0M12 3a5 5 0 1 0 0 10 5 5 0 0 0 0-10Z'
const PERSON_SCALE = 7

function person(accent: string): string {
  const place = `translate(${MIDDLE - 12 * PERSON_SCALE} ${FACE.y - 12 * PERSON_SCALE}) scale(${PERSON_SCALE})`
  return `<path transform="${place}" d="${PERSON}" fill="none" stroke="${colour(accent)}" stroke-width="1.6" stroke-linecap="round"/>`
}

function mark({ colours }: PreviewCard): string {
  const { y, size } = MARK
  return [
    `<g transform="translate(${MIDDLE - size / 2} ${y - size / 2}) scale(${size / 24})">`,
    `<rect x="2" y="2.5" width="20" height="7.2" rx="3.6" fill="${colour(colours.text)}"/>`,
    `<rect x="8.4" y="10.6" width="7.2" height="11" rx="3.6" fill="${colour(colours.accent)}"/></g>`,
  ].join('')
}
