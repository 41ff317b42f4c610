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

export function normalizeHex(stored: unknown, fallback: string): string {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(typeof stored === 'string' ? stored.trim() : '')?.[1]
  if (digits === undefined) return fallback
  const six = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  return `#${six.toUpperCase()}`
}

const channel = (hex: string, from: number): number => Number.parseInt(hex.slice(from, from + 2), 16) / 255
const rgb = (hex: string): Triple => [channel(hex, 1), channel(hex, 3), channel(hex, 5)]
const pair = (c: number): string =>
  Math.round(c * 255)
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

const readable = (colour: string, grounds: readonly string[]): boolean =>
  grounds.every((ground) => contrast(colour, ground) >= READABLE_RATIO)

const betterOfBlackAndWhite = (grounds: readonly string[]): string => {
  const worst = (colour: string): number => Math.min(...grounds.map((ground) => contrast(colour, ground)))
  return worst(BLACK) >= worst(WHITE) ? BLACK : WHITE
}

/** Mixes in as little black or white as makes it readable on every background. */
function reach(colour: string, grounds: readonly string[]): string {
  const goal = betterOfBlackAndWhite(grounds)
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mix(goal, colour, share)
    if (readable(candidate, grounds)) return candidate
  }
  return goal
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
