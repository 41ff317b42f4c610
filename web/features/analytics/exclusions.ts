import { EXCLUSIONS, type Exclusion } from '@app/contracts/traffic.ts'
import { countedText } from './figures.ts'

const WORDS: Record<Exclusion, readonly [one: string, many: string]> = {
  robot: ['robot', 'robots'],
  preview: ['vista previa', 'vistas previas'],
  repeat: ['repetición', 'repeticiones'],
  own: ['propia', 'propias'],
  correction: ['corregida', 'corregidas'],
}
const ORDER: readonly Exclusion[] = ['robot', 'preview', 'repeat', 'own', 'correction']

/** `No contadas: 12 robots, 3 vistas previas`; nothing when every visit counted. */
export function excludedVisitsText(byReason: Readonly<Record<string, number>>): string | undefined {
  const known: ReadonlySet<string> = new Set(EXCLUSIONS)
  const others = Object.entries(byReason).reduce((sum, [reason, n]) => (known.has(reason) ? sum : sum + n), 0)
  const parts = ORDER.map((reason) => [byReason[reason] ?? 0, ...WORDS[reason]] as const)
    .concat([[others, 'otra', 'otras']])
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => countedText(count, one, many))
  return parts.length > 0 ? `No contadas: ${parts.join(', ')}` : undefined
}
