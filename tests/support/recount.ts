import { NETWORKS } from '@app/contracts/traffic/kinds.ts'
import type { LoggedEvent } from '../kills/product-log.ts'

/** Expected figures of the one visited profile, counted from the log; each visitor taps once. */
export function recount(traffic: readonly LoggedEvent[]) {
  const clicks = traffic.filter(({ type }) => type === 'LinkClicked')
  const taps = traffic.filter(({ type }) => type === 'ProfileTapped')
  const of = (network: string): number => clicks.filter(({ data }) => data.network === network).length
  return {
    total_visits: taps.length,
    unique_visitors: new Set(taps.map(({ data }) => data.visitorId)).size,
    social_clicks_total: clicks.length,
    social_clicks: Object.fromEntries(NETWORKS.map((network) => [network, of(network)])),
    vcf_downloads: traffic.filter(({ type }) => type === 'ContactDownloaded').length,
    excluded: { visits: 0, clicks: 0, downloads: 0 },
  }
}
