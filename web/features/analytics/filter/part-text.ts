import { weekHourOf } from '@app/contracts/traffic/figures-filter.ts'
import { DEVICE_NAMES, networkName, SOURCE_NAMES } from '@app/contracts/traffic/traffic-names.ts'
import { hourName } from '../heatmap/heatmap.ts'
import { periodText, spanText } from '../series/days.ts'
import type { Narrowed } from './filter-address.ts'

/** `WhatsApp`, `Tarjeta NFC`, `Martes 13–14 h`, `Viernes 20 de noviembre` */
export function partText({ network, source, device, hour, from, to }: Narrowed, customTitle: string): string {
  if (network !== undefined) return `Red: ${networkName(network, customTitle)}`
  if (source !== undefined) return `Origen: ${SOURCE_NAMES[source]}`
  if (device !== undefined) return `Dispositivo: ${DEVICE_NAMES[device]}`
  if (hour !== undefined) return hourName(weekHourOf(hour))
  if (from === undefined || to === undefined) return ''
  return from === to ? periodText(from, 'day') : spanText(from, to)
}
