import { PREVIEW } from '@app/contracts/fields/pictures.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import type { PreviewCard } from '@app/contracts/public-page.ts'
import { createTypeface, type Typeface } from './typeface.ts'

/** The centre of the middle square, which contains everything because messengers crop small previews to it. */
const MIDDLE = PREVIEW.width / 2
const TEXT_WIDTH = PREVIEW.height - 2 * 22
const COVER_HEIGHT = 236
const FACE = { y: 208, radius: 118, ring: 10 }
const RINGS = { first: 30, step: 46, count: 14, strongest: 0.34, weakest: 0.04 }
const NAME = { top: 340, sizes: [62, 56, 50, 44, 40], linesMax: 2, height: 1.06 }
const ROLE = { sizes: [31, 28, 26], linesMax: 2, height: 1.22 }
const GAP = 14
const FOOT = { y: 602, size: 25, mark: 24 }
const INITIALS_SIZE = 84
/** Limits the work. Texts that fit are far shorter. */
const CHARS_MAX = 240

interface Faces {
  readonly bold: Typeface
  readonly plain: Typeface
}
let faces: Faces | undefined
/** Read at the first picture, because reading fonts takes 60 ms. */
const loadedFaces = (): Faces => (faces ??= { bold: createTypeface(700), plain: createTypeface(500) })

/** Contains tags only. Values of a profile appear only as numbers, colours and base64. */
export function previewCardSvg(card: PreviewCard, photo: Buffer | undefined): string {
  const { colours } = card
  const { width, height } = PREVIEW
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${colour(colours.background)}"/>`,
    cover(card),
    face(card, photo),
    texts(card),
    foot(card),
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

function face({ colours, initials }: PreviewCard, photo: Buffer | undefined): string {
  const { y, radius, ring } = FACE
  const disc = (r: number, fill: string): string =>
    `<circle cx="${MIDDLE}" cy="${y}" r="${r}" fill="${fill}"/>`
  const ground = disc(radius + ring, colour(colours.background))
  if (photo === undefined)
    return ground + disc(radius, colour(colours.tile)) + monogram(initials, colours.accent)
  const place = `x="${MIDDLE - radius}" y="${y - radius}" width="${2 * radius}" height="${2 * radius}"`
  return [
    ground,
    `<clipPath id="face">${disc(radius, '#000000')}</clipPath>`,
    `<image ${place} clip-path="url(#face)" href="data:image/jpeg;base64,${photo.toString('base64')}"/>`,
  ].join('')
}

/** Lucide's `user-round` (ISC licence), as on the page. */
const PERSON = 'M20 21a8 8 0 0 0-16 0M12 3a5 5 0 1 0 0 10 5 5 0 0 0 0-10Z'
const PERSON_SCALE = 4.6

function monogram(initials: string, accent: string): string {
  const { bold } = loadedFaces()
  const shown = bold.drawable(initials)
  if (shown === '') {
    const place = `translate(${MIDDLE - 12 * PERSON_SCALE} ${FACE.y - 12 * PERSON_SCALE}) scale(${PERSON_SCALE})`
    return `<path transform="${place}" d="${PERSON}" fill="none" stroke="${colour(accent)}" stroke-width="1.6" stroke-linecap="round"/>`
  }
  return line(bold, shown, { y: FACE.y + INITIALS_SIZE * 0.35, size: INITIALS_SIZE, fill: accent })
}

function line(
  typeface: Typeface,
  text: string,
  { y, size, fill }: { readonly y: number; readonly size: number; readonly fill: string },
): string {
  const x = MIDDLE - typeface.widthOf(text, size) / 2
  return `<path fill="${colour(fill)}" d="${typeface.pathOf(text, { x, y, size })}"/>`
}

function texts({ name, role, colours }: PreviewCard): string {
  const { bold, plain } = loadedFaces()
  const named = fitted(bold, name, NAME)
  const described = fitted(plain, role, ROLE)
  const nameHeight = (named?.lines.length ?? 0) * (named?.size ?? 0) * NAME.height
  return [
    lines(bold, named, { top: NAME.top, height: NAME.height, fill: colours.text }),
    lines(plain, described, {
      top: NAME.top + nameHeight + (named === undefined ? 0 : GAP),
      height: ROLE.height,
      fill: colours.secondary,
    }),
  ].join('')
}

function fitted(
  typeface: Typeface,
  text: string,
  { sizes, linesMax }: { readonly sizes: readonly number[]; readonly linesMax: number },
): FittedLines | undefined {
  const shown = typeface.drawable([...text].slice(0, CHARS_MAX).join(''))
  if (shown === '') return undefined
  return fittedLines(shown, { widthMax: TEXT_WIDTH, linesMax, sizes }, typeface.widthOf)
}

function lines(
  typeface: Typeface,
  text: FittedLines | undefined,
  { top, height, fill }: { readonly top: number; readonly height: number; readonly fill: string },
): string {
  if (text === undefined) return ''
  const { size } = text
  return text.lines
    .map((one, at) => line(typeface, one, { y: top + size * (0.86 + at * height), size, fill }))
    .join('')
}

/** The product's mark and name. */
function foot({ colours }: PreviewCard): string {
  const { bold } = loadedFaces()
  const { y, size, mark } = FOOT
  const width = mark + 8 + bold.widthOf(PRODUCT.name, size)
  const left = MIDDLE - width / 2
  const ink = colour(colours.text)
  return [
    `<g transform="translate(${left} ${y - mark + 4}) scale(${mark / 24})">`,
    `<rect x="2" y="2.5" width="20" height="7.2" rx="3.6" fill="${ink}"/>`,
    `<rect x="8.4" y="10.6" width="7.2" height="11" rx="3.6" fill="${colour(colours.accent)}"/></g>`,
    `<path fill="${ink}" d="${bold.pathOf(PRODUCT.name, { x: left + mark + 8, y, size })}"/>`,
  ].join('')
}

interface Fitting {
  readonly widthMax: number
  readonly linesMax: number
  /** From the preferred size down; the last one cuts a text that is too long. */
  readonly sizes: readonly number[]
}

interface FittedLines {
  readonly size: number
  readonly lines: readonly string[]
}

type Measure = (text: string, size: number) => number

const CUT = '…'
const LOOSE_END = /[\s·,;:-]+$/

/** Uses the largest size at which the text fits; at the smallest size cuts its end. */
export function fittedLines(
  text: string,
  { widthMax, linesMax, sizes }: Fitting,
  widthOf: Measure,
): FittedLines {
  for (const size of sizes) {
    const lines = wrapped(text, (line) => widthOf(line, size) <= widthMax)
    if (lines !== undefined && lines.length <= linesMax) return { size, lines }
  }
  const size = sizes.at(-1)!
  return { size, lines: cutLines(text, linesMax, (line) => widthOf(line, size) <= widthMax) }
}

/** Breaks only between words. Answers undefined when one word is too wide. */
function wrapped(text: string, fits: (line: string) => boolean): readonly string[] | undefined {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (!fits(word)) return undefined
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}

/** Breaks within words too. */
function cutLines(text: string, linesMax: number, fits: (line: string) => boolean): readonly string[] {
  const lines: string[] = []
  let rest = [...text]
  while (rest.length > 0 && lines.length < linesMax) {
    const end = lines.length === linesMax - 1 ? CUT : ''
    if (fits(rest.join(''))) return [...lines, rest.join('')]
    let count = rest.length
    while (count > 1 && !fits(rest.slice(0, count).join('').trimEnd() + end)) count -= 1
    const space = end === '' ? rest.lastIndexOf(' ', count) : -1
    const taken = space > 0 ? space : count
    lines.push(rest.slice(0, taken).join('').replace(LOOSE_END, '') + end)
    rest = [...rest.slice(taken).join('').trimStart()]
  }
  return lines
}
