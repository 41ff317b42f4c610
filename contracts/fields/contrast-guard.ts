/** WCAG 2.2 AA. Applied when a page, a preview or a mail is rendered; the saved colours stay as they are. */
export interface OwnerColours {
  readonly background: string
  readonly text: string
  readonly button: string
}

export interface Paint {
  readonly background: string
  readonly text: string
  readonly secondary: string
  readonly tile: string
  readonly button: string
  readonly onButton: string
  readonly accent: string
  readonly buttonRing: string | null
  readonly textAdjusted: boolean
}

type Triple = readonly [number, number, number]

export const READABLE_RATIO = 4.5
const RING_BELOW_RATIO = 1.2
const TILE_SHARE = 0.13
const SECONDARY_SHARE = 0.72
const INK = '#06222E'
const WHITE = '#FFFFFF'
const BLACK = '#000000'

const linear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
const clamp = (c: number): number => Math.min(1, Math.max(0, c))
function gamma(value: number): number {
  const c = clamp(value)
  return c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055
}

export function normalizeHex(stored: unknown, fallback: string): string {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(typeof stored === 'string' ? stored.trim() : '')?.[1]
  if (digits === undefined) return fallback
  const six = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  return `#${six.toUpperCase()}`
}

const channel = (hex: string, from: number): number => Number.parseInt(hex.slice(from, from + 2), 16) / 255
const rgb = (hex: string): Triple => [channel(hex, 1), channel(hex, 3), channel(hex, 5)]
const pair = (c: number): string =>
  Math.round(clamp(c) * 255)
    .toString(16)
    .padStart(2, '0')
const hexOf = ([r, g, b]: Triple): string => `#${pair(r)}${pair(g)}${pair(b)}`.toUpperCase()

function luminance(hex: string): number {
  const [r, g, b] = rgb(hex)
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

export function contrast(one: string, other: string): number {
  const [x, y] = [luminance(one), luminance(other)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

/** `share` (0–1) of the first colour over the second. */
export function mix(over: string, under: string, share: number): string {
  const [a, b] = [rgb(over), rgb(under)]
  const at = (i: 0 | 1 | 2): number => a[i] * share + b[i] * (1 - share)
  return hexOf([at(0), at(1), at(2)])
}

function oklabOf(hex: string): Triple {
  const [sr, sg, sb] = rgb(hex)
  const [r, g, b] = [linear(sr), linear(sg), linear(sb)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function hexOfOklab([lightness, a, b]: Triple): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return hexOf([
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ])
}

const readable = (colour: string, grounds: readonly string[]): boolean =>
  grounds.every((ground) => contrast(colour, ground) >= READABLE_RATIO)

const betterOfBlackAndWhite = (grounds: readonly string[]): string => {
  const worst = (colour: string): number => Math.min(...grounds.map((ground) => contrast(colour, ground)))
  return worst(BLACK) >= worst(WHITE) ? BLACK : WHITE
}

/** Keeps the hue and changes the lightness by the smallest step that is readable on every background. */
function reach(colour: string, grounds: readonly string[]): string {
  if (readable(colour, grounds)) return colour
  const [lightness, a, b] = oklabOf(colour)
  for (let distance = 0.01; distance <= 1; distance += 0.01) {
    for (const l of [lightness - distance, lightness + distance]) {
      if (l < 0 || l > 1) continue
      const chroma = clamp(1.6 - Math.abs(l - 0.5) * 2.2) // colours near black and white have little chroma
      const candidate = hexOfOklab([l, a * chroma, b * chroma])
      if (readable(candidate, grounds)) return candidate
    }
  }
  return betterOfBlackAndWhite(grounds)
}

/** The tile fades towards the background until some text colour is readable on both. */
function tileAndText(background: string, button: string, wanted: string): { tile: string; text: string } {
  for (let share = TILE_SHARE; ; share -= 0.02) {
    const tile = mix(button, background, Math.max(0, share))
    const text = reach(wanted, [background, tile])
    if (share <= 0.01 || readable(text, [background, tile])) return { tile, text }
  }
}

function secondaryOf(text: string, background: string, tile: string): string {
  for (let share = SECONDARY_SHARE; share < 1; share += 0.04) {
    const secondary = mix(text, background, share)
    if (readable(secondary, [background, tile])) return secondary
  }
  return text
}

function labelOn(button: string): string {
  const preferred = contrast(INK, button) >= contrast(WHITE, button) ? INK : WHITE
  return contrast(preferred, button) >= READABLE_RATIO ? preferred : betterOfBlackAndWhite([button])
}

export function guardContrast(chosen: OwnerColours): Paint {
  const background = normalizeHex(chosen.background, WHITE)
  const wanted = normalizeHex(chosen.text, BLACK)
  const button = normalizeHex(chosen.button, '#7CDAF9')
  const { tile, text } = tileAndText(background, button, wanted)
  return {
    background,
    text,
    secondary: secondaryOf(text, background, tile),
    tile,
    button,
    onButton: labelOn(button),
    accent: reach(button, [background, tile]),
    buttonRing: contrast(button, background) < RING_BELOW_RATIO ? text : null,
    textAdjusted: text !== wanted,
  }
}
