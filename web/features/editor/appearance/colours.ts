import { contrast, guardContrast, normalizeHex, type Paint } from '@app/contracts/fields/contrast-guard.ts'
import { DEFAULT_THEME } from '@app/contracts/profiles.ts'
import { z } from 'zod'

export const COLOUR_FIELDS = ['background_color', 'text_color', 'button_color'] as const
export type ColourField = (typeof COLOUR_FIELDS)[number]
export type Colours = Readonly<Record<ColourField, string>>

const NONE = ''
/** Without its `#` too, as it is often copied. */
const isColour = (typed: string): boolean => normalizeHex(typed, NONE) !== NONE

const colour = z.string().refine(isColour, 'Escribe un color como #7CDAF9.')
export const colourForm = z.object({ background_color: colour, text_color: colour, button_color: colour })

const byField = (of: (field: ColourField) => string): Colours => ({
  background_color: of('background_color'),
  text_color: of('text_color'),
  button_color: of('button_color'),
})

/** As the fields show them; a colour that was stored wrongly stands there as it is. */
export const shownColours = (saved: Colours): Colours =>
  byField((field) => normalizeHex(saved[field], saved[field]))

/** As the page paints them: a wrong text is painted as the saved colour, and that one as the default. */
export const paintedColours = (typed: Colours, saved: Colours): Colours =>
  byField((field) =>
    normalizeHex(typed[field], normalizeHex(saved[field], DEFAULT_THEME[field].toUpperCase())),
  )

export const paintOf = (painted: Colours): Paint =>
  guardContrast({
    background: painted.background_color,
    text: painted.text_color,
    button: painted.button_color,
  })

export interface Contrast {
  readonly pair: string
  readonly ratio: number
  readonly isEnough: boolean
}

/** The page keeps a pair that is enough; it adjusts another one where it paints it. */
export function contrastOf(field: ColourField, painted: Colours, paint: Paint): Contrast {
  if (field !== 'button_color') {
    const grounds = [paint.background, paint.tile]
    const ratio = Math.min(...grounds.map((ground) => contrast(painted.text_color, ground)))
    return { pair: 'Texto sobre fondo', ratio, isEnough: !paint.textAdjusted }
  }
  if (paint.buttonRing !== null) {
    return { pair: 'Botón sobre fondo', ratio: contrast(paint.button, paint.background), isEnough: false }
  }
  return { pair: 'Texto del botón', ratio: contrast(paint.onButton, paint.button), isEnough: true }
}

const oneDecimal = new Intl.NumberFormat('es-CL', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Rounded down: 4.49 is not 4.5, from which on a text is readable. */
export const ratioText = (ratio: number): string => `${oneDecimal.format(Math.floor(ratio * 10) / 10)}:1`
