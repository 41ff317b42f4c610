import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { sharesOf } from '@app/contracts/traffic/shares.ts'
import {
  DEVICE_NAMES,
  REFERRER_NAMES,
  SHARING_APP_NAMES,
  SOURCE_NAMES,
} from '@app/contracts/traffic/traffic-names.ts'
import { DEVICES, REFERRERS, SOURCES } from '@app/contracts/traffic/traffic-kinds.ts'
import { count, head, percent, text, type Row } from '../cells.ts'
import { FIGURE_NAMES } from '../figure-names.ts'

function visitsBy<Key extends string>(
  title: string,
  keys: readonly Key[],
  names: Readonly<Record<Key, string>>,
  visits: Readonly<Record<Key, number>>,
): readonly Row[] {
  const shares = sharesOf(keys.map((key) => visits[key]))
  return [
    [title, FIGURE_NAMES.total_visits, 'Parte'].map(head),
    ...keys.map((key, index) => [text(names[key]), count(visits[key]), percent(shares[index] ?? 0)]),
  ]
}

/** Most frequent first. */
function sharedRows({ shared }: UnifiedAnalytics): readonly Row[] {
  const apps = Object.entries(shared).toSorted(
    ([a, times], [b, others]) => others - times || (a < b ? -1 : 1),
  )
  if (apps.length === 0) return []
  const names: Readonly<Record<string, string>> = SHARING_APP_NAMES
  return [
    ['Compartido en', 'Veces'].map(head),
    ...apps.map(([app, times]) => [text(names[app] ?? app), count(times)]),
  ]
}

export const breakdowns = (analytics: UnifiedAnalytics) => ({
  sources: visitsBy(FIGURE_NAMES.sources, SOURCES, SOURCE_NAMES, analytics.sources),
  referrers: visitsBy('Sitio de origen', REFERRERS, REFERRER_NAMES, analytics.referrers),
  devices: visitsBy('Dispositivo', DEVICES, DEVICE_NAMES, analytics.devices),
  shared: sharedRows(analytics),
})
