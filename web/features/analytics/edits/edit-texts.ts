import type { EditMarker } from '@app/contracts/analytics.ts'
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

/** `cambiaste la foto, el tema y los enlaces`, or to an administrator `se cambiaron …` */
function changedText({ edits, is_own: isOwn }: EditMarker): string {
  const names = Object.entries(CHANGED).flatMap(([what, name]) =>
    edits.some((edit) => edit.what === what) ? [name] : [],
  )
  const last = names.pop() ?? 'el perfil'
  const verb = names.length > 0 || last.startsWith('los ') ? 'se cambiaron' : 'se cambió'
  return `${isOwn ? 'cambiaste' : verb} ${names.length === 0 ? last : `${names.join(', ')} y ${last}`}`
}

/** `+18% clics en 14 días` */
function effectText({ clicks_before, clicks_after }: NonNullable<EditMarker['effect']>): string {
  if (clicks_before === 0) return `de 0 a ${countLabel(clicks_after)} clics en 14 días`
  const percent = Math.round((100 * (clicks_after - clicks_before)) / clicks_before)
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return `${sign}${countLabel(Math.abs(percent))}% clics en 14 días`
}

export const markerText = (marker: EditMarker): string =>
  marker.effect === null
    ? changedText(marker)
    : `${changedText(marker)}: ${effectText(marker.effect)} (antes/después, no causal)`

/** The edits of each point: those of its day, week or month. */
export const markersAt = (
  points: readonly { readonly period: string }[],
  markers: readonly EditMarker[],
): readonly (readonly EditMarker[])[] =>
  points.map(({ period }, at) => {
    const next = points[at + 1]?.period
    return markers.filter(({ day }) => day >= period && (next === undefined || day < next))
  })
