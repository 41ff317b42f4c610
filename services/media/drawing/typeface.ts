import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Font, Glyph, OpenType, PathCommand } from 'opentype.js'

const require = createRequire(import.meta.url)
/** A CommonJS module that declares itself as something else. */
const opentype = require('opentype.js') as OpenType

export type Weight = 500 | 700

/** Draws texts as outlines, so that a machine without fonts draws the same as any other. */
export interface Typeface {
  /** Removes symbols that the font lacks; answers an empty text if a letter is missing. */
  drawable(text: string): string
  widthOf(text: string, size: number): number
  /** SVG path data, from the left end of the baseline. */
  pathOf(text: string, at: { readonly x: number; readonly y: number; readonly size: number }): string
}

/** Sets letters closer, as the page does for its title. */
const TRACKING = -0.02
const SUBSETS = ['latin', 'latin-ext'] as const
const LETTER = /[\p{L}\p{M}\p{N}]/u
/** Controls, marks of direction, and unassigned characters. */
const UNSEEN = /[\p{C}]/gu

function readFont(subset: (typeof SUBSETS)[number], weight: Weight): Font {
  const file = `@fontsource/host-grotesk/files/host-grotesk-${subset}-${weight}-normal.woff`
  const bytes = readFileSync(require.resolve(file))
  return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer)
}

const rounded = (...numbers: readonly number[]): string =>
  numbers.map((number) => String(Math.round(number * 10) / 10)).join(' ')

/** The library's own writer omits necessary separators. */
function dataOf(command: PathCommand): string {
  switch (command.type) {
    case 'Z':
      return 'Z'
    case 'Q':
      return `Q${rounded(command.x1, command.y1, command.x, command.y)}`
    case 'C':
      return `C${rounded(command.x1, command.y1, command.x2, command.y2, command.x, command.y)}`
    case 'M':
    case 'L':
      return command.type + rounded(command.x, command.y)
  }
}

interface Placed {
  readonly font: Font
  readonly glyph: Glyph
}

export function createTypeface(weight: Weight): Typeface {
  const fonts = SUBSETS.map((subset) => readFont(subset, weight))

  function placed(character: string): Placed | undefined {
    const font = fonts.find((one) => one.charToGlyphIndex(character) !== 0)
    return font && { font, glyph: font.charToGlyph(character) }
  }

  /** Calls back with each glyph and its offset from the left in pixels; returns the width. */
  function walk(text: string, size: number, each: (one: Placed, x: number) => void): number {
    let x = 0
    for (const character of text) {
      const one = placed(character)
      if (one === undefined) continue
      each(one, x)
      x += ((one.glyph.advanceWidth ?? 0) / one.font.unitsPerEm + TRACKING) * size
    }
    return x
  }

  return {
    drawable: (text) => {
      const shown = [...text.normalize('NFC').replace(/\s+/g, ' ').replace(UNSEEN, '')]
      if (shown.some((one) => LETTER.test(one) && placed(one) === undefined)) return ''
      const drawn = shown.filter((one) => placed(one) !== undefined).join('')
      return drawn.replace(/ {2,}/g, ' ').trim()
    },
    widthOf: (text, size) => walk(text, size, () => undefined),
    pathOf: (text, { x: left, y, size }) => {
      const paths: string[] = []
      walk(text, size, ({ glyph }, x) => paths.push(...glyph.getPath(left + x, y, size).commands.map(dataOf)))
      return paths.join('')
    },
  }
}
