import type { LiveFact } from '@app/contracts/analytics/live-calls.ts'
import type { Exclusion } from '@app/contracts/traffic/traffic-kinds.ts'
import { countedText } from '../../../ui/wording/figures.ts'
import { DEVICE_NAMES, SOURCE_NAMES, networkName } from '@app/contracts/traffic/traffic-names.ts'

const UNCOUNTED: Record<Exclusion, string> = {
  robot: 'robot',
  preview: 'vista previa',
  own: 'de tu cuenta',
  repeat: 'repetición',
  excess: 'en exceso',
}

export function factText({ kind, network }: LiveFact, customTitle: string): string {
  switch (kind) {
    case 'tap':
      return 'Visita'
    case 'click':
      return network === null ? 'Clic' : `Clic en ${networkName(network, customTitle)}`
    case 'download':
      return 'Contacto guardado'
  }
}

/** `iPhone · Tarjeta NFC` */
export const originText = ({ device, source }: LiveFact): string =>
  `${DEVICE_NAMES[device]} · ${SOURCE_NAMES[source]}`

/** Why it is not counted. */
export const reasonText = ({ excluded }: LiveFact): string | undefined =>
  excluded ? `no cuenta: ${UNCOUNTED[excluded]}` : undefined

export const peopleText = (people: number): string =>
  `${countedText(people, 'persona', 'personas')} en los últimos 5 minutos`
