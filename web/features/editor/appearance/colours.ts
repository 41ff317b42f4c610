import { contrast, guardContrast, normalizeHex, type Paint } from '@app/contracts/fields/contrast-guard.ts'
import { DEFAULT_THEME } from '@app/contracts/events/profile-events.ts'

export const COLOUR_FIELDS = ['background_color', 'text_color', 'button_color'] as const
export type ColourField = (typeof COLOUR_FIELDS)[number]
export type Colours = Readonly<Record<ColourField, string>>

export const COLOUR_FAULT = 'Escribe un color como #7CDAF9.'

/** Texts of the boxes, and the last valid colour of each, which is painted. */
export interface ColourDraft {
  readonly typed: Colours
  readonly valid: Colours
}

const NONE = ''
/** Without its `#` too, as it is often copied. */
const colourOf = (typed: string): string => normalizeHex(typed, NONE)
export const isColour = (typed: string): boolean => colourOf(typed) !== NONE

const byField = (of: (field: ColourField) => string): Colours => ({
  background_color: of('background_color'),
  text_color: of('text_color'),
  button_color: of('button_color'),
})

/** What is stored wrongly stands in its box as it is, and is painted as the default colour. */
export function colourDraftOf(saved: Colours): ColourDraft {
  const valid = byField((field) => normalizeHex(saved[field], DEFAULT_THEME[field].toUpperCase()))
  return { typed: byField((field) => (isColour(saved[field]) ? valid[field] : saved[field])), valid }
}

export function withColour(draft: ColourDraft, field: ColourField, text: string): ColourDraft {
  const valid = isColour(text) ? { ...draft.valid, [field]: colourOf(text) } : draft.valid
  return { typed: { ...draft.typed, [field]: text }, valid }
}

export const firstWrong = ({ typed }: ColourDraft): ColourField | undefined =>
  COLOUR_FIELDS.find((field) => !isColour(typed[field]))

export const paintOf = ({ valid }: ColourDraft): Paint =>
  guardContrast({
    background: valid.background_color,
    text: valid.text_color,
    button: valid.button_color,
  })

export interface Contrast {
  /** Of what with what. */
  readonly pair: string
  readonly ratio: number
  readonly isEnough: boolean
}

/** The page keeps a pair that is enough; it adjusts another one where it paints it. */
export function contrastOf(field: ColourField, { valid }: ColourDraft, paint: Paint): Contrast {
  if (field !== 'button_color') {
    const grounds = [paint.background, paint.tile]
    const ratio = Math.min(...grounds.map((ground) => contrast(valid.text_color, ground)))
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
