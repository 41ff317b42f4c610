import type { LiveFact } from '@app/contracts/analytics.ts'
import type { Source } from '@app/contracts/traffic/kinds.ts'

interface TapWords {
  readonly title: readonly [string, string]
  readonly lead: string
  /** Before its age. */
  readonly first: string
  readonly own: string
  readonly ownNote: string
  readonly ownLead: string
  /** The part that works. */
  readonly works: string
}

const VISITS_COUNT = 'Desde ahora, cada visita cuenta. La ves aquí y en Analíticas.'

/** The owner's own does not count, and says so. */
export const TAP_WORDS: Readonly<Record<Source, TapWords>> = {
  nfc: {
    title: ['Alguien tocó', 'tu tarjeta.'],
    lead: 'Desde ahora, cada toque cuenta. Lo ves aquí y en Analíticas.',
    first: 'Primer toque: ',
    own: 'Tu toque llegó ',
    ownNote: 'Es tuyo, por eso no suma.',
    ownLead: 'Funciona. Pídele a alguien que la toque.',
    works: 'Tu tarjeta responde.',
  },
  qr: {
    title: ['Alguien escaneó', 'tu QR.'],
    lead: VISITS_COUNT,
    first: 'Primer escaneo: ',
    own: 'Tu escaneo llegó ',
    ownNote: 'Es tuyo, por eso no suma.',
    ownLead: 'Tu QR funciona. Pídele a alguien que lo escanee.',
    works: 'Tu QR responde.',
  },
  link: {
    title: ['Alguien abrió', 'tu enlace.'],
    lead: VISITS_COUNT,
    first: 'Primera visita: ',
    own: 'Tu visita llegó ',
    ownNote: 'Es tuya, por eso no suma.',
    ownLead: 'Tu enlace funciona. Mándaselo a alguien.',
    works: 'Tu enlace responde.',
  },
}

/** Nobody knows here by what the visits came that were before the screen was open. */
export function worksText(taps: readonly (LiveFact | undefined)[]): string {
  const best = (['nfc', 'qr', 'link'] as const).find((source) => taps.some((tap) => tap?.source === source))
  return best === undefined ? 'Tu página responde.' : TAP_WORDS[best].works
}
