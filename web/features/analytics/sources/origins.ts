import {
  DEVICES,
  REFERRERS,
  SHARING_APPS,
  type Device,
  type Referrer,
} from '@app/contracts/traffic/traffic-kinds.ts'
import { countLabel } from '../../../ui/wording/figures.ts'
import { SHARING_APP_NAMES, DEVICE_NAMES, REFERRER_NAMES } from '@app/contracts/traffic/traffic-names.ts'

export interface Origin {
  readonly key: string
  readonly name: string
  readonly count: number
}

function originsOf<Key extends string>(
  keys: readonly Key[],
  names: Readonly<Record<Key, string>>,
  counts: Readonly<Record<string, number>>,
): readonly Origin[] {
  return keys
    .map((key) => ({ key, name: names[key], count: counts[key] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
}

export const deviceOrigins = (devices: Readonly<Record<Device, number>>): readonly Origin[] =>
  originsOf(DEVICES, DEVICE_NAMES, devices)

const LINES_MAX = 6

/** Merges the rest into one line, so that the list adds up to all visits. */
function shortened(origins: readonly Origin[]): readonly Origin[] {
  if (origins.length <= LINES_MAX) return origins
  const rest = origins.slice(LINES_MAX - 1)
  const count = rest.reduce((sum, origin) => sum + origin.count, 0)
  return [...origins.slice(0, LINES_MAX - 1), { key: 'rest', name: 'Los demás', count }]
}

export const referrerOrigins = (referrers: Readonly<Record<Referrer, number>>): readonly Origin[] =>
  shortened(originsOf(REFERRERS, REFERRER_NAMES, referrers))

/** `Compartida 16 veces: 14 en WhatsApp, 2 en Telegram`; undefined when never. */
export function sharedText(shared: Readonly<Record<string, number>>): string | undefined {
  const apps = originsOf(SHARING_APPS, SHARING_APP_NAMES, shared)
  const [first, ...rest] = apps
  if (!first) return undefined
  const total = apps.reduce((sum, { count }) => sum + count, 0)
  const times = `Compartida ${countLabel(total)} ${total === 1 ? 'vez' : 'veces'}`
  if (rest.length === 0) return `${times} en ${first.name}`
  return `${times}: ${apps.map(({ name, count }) => `${countLabel(count)} en ${name}`).join(', ')}`
}
