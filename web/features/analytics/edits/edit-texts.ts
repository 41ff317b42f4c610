import type { EditMarker } from '@app/contracts/api/analytics-calls.ts'
import { countLabel } from '../../../ui/wording/figures.ts'

type Edit = EditMarker['edits'][number]

const CHANGED: Readonly<Record<Edit['what'], string>> = {
  photo: 'la foto',
  logo: 'el logo',
  background: 'la imagen de fondo',
  texts: 'los textos',
  links: 'los enlaces',
  theme: 'el tema',
  slug: 'la dirección',
}

/** `cambiaste la foto, el tema y los enlaces` */
function changedText(edits: readonly Edit[]): string {
  const names = Object.entries(CHANGED).flatMap(([what, name]) =>
    edits.some((edit) => edit.what === what) ? [name] : [],
  )
  const last = names.pop() ?? 'tu perfil'
  return `cambiaste ${names.length === 0 ? last : `${names.join(', ')} y ${last}`}`
}

/** `+18 % clics en 14 días` */
function effectText({ clicks_before, clicks_after }: NonNullable<EditMarker['effect']>): string {
  if (clicks_before === 0) return `de 0 a ${countLabel(clicks_after)} clics en 14 días`
  const percent = Math.round((100 * (clicks_after - clicks_before)) / clicks_before)
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return `${sign}${countLabel(Math.abs(percent))} % clics en 14 días`
}

export const markerText = ({ edits, effect }: EditMarker): string =>
  effect === null ? changedText(edits) : `${changedText(edits)}: ${effectText(effect)}`
