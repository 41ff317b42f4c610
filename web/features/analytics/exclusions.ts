import type { Exclusion } from '@app/contracts/traffic/traffic-kinds.ts'
import { countedText } from '../../ui/wording/figures.ts'

type Forms = readonly [one: string, many: string]
interface Gender {
  readonly uncounted: string
  readonly own: Forms
}

const VISITS: Gender = {
  uncounted: 'No contadas',
  own: ['propia', 'propias'],
}
const ACTS: Gender = {
  uncounted: 'No contados',
  own: ['propio', 'propios'],
}
const ORDER: readonly Exclusion[] = ['robot', 'preview', 'repeat', 'own', 'excess']

function excludedText(byReason: Readonly<Record<string, number>>, gender: Gender): string | undefined {
  const texts: Record<Exclusion, Forms> = {
    robot: ['robot', 'robots'],
    preview: ['vista previa', 'vistas previas'],
    repeat: ['repetición', 'repeticiones'],
    excess: ['en exceso', 'en exceso'],
    own: gender.own,
  }
  const parts = ORDER.map((reason) => [byReason[reason] ?? 0, ...texts[reason]] as const)
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => countedText(count, one, many))
  return parts.length > 0 ? `${gender.uncounted}: ${parts.join(', ')}` : undefined
}

/** `No contadas: 12 robots, 3 vistas previas` */
export const excludedVisitsText = (byReason: Readonly<Record<string, number>>): string | undefined =>
  excludedText(byReason, VISITS)
export const excludedActsText = (byReason: Readonly<Record<string, number>>): string | undefined =>
  excludedText(byReason, ACTS)
