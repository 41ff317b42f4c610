import { NETWORK_NAMES } from '@app/contracts/traffic/traffic-names.ts'
import { NETWORKS, type Network } from '@app/contracts/traffic/traffic-kinds.ts'
import { type Finding, RULE_ALPHA, type InsightRule } from '../finding.ts'
import { type PeerFigures, lastDays, totalBy, WINDOW_DAYS } from '../figures-material.ts'
import { effective, lowestRate } from '../statistics/proportions.ts'
import { inWhole, NETWORK_WORDS } from '../wording.ts'

/** Excludes an owner's own link, which any page may lack. */
const EXPECTED = NETWORKS.filter((network) => network !== 'custom')
const PROFILES_MIN = 5
const PEER_VISITS_MIN = 500
const CLICKS_MIN = 5
/** Only the sum of different pages is known, so the sample counts as half. */
const DISPERSION = 2

function surely({ profiles, visits, clicks }: PeerFigures): number {
  if (profiles < PROFILES_MIN || visits < PEER_VISITS_MIN) return 0
  return lowestRate(effective({ count: Math.min(clicks, visits), of: visits }, DISPERSION), RULE_ALPHA)
}

/** Clopper-Pearson's lower bound of clicks a visit on other pages, times this page's visits. */
export const missingLink: InsightRule = ({ days, shown, peers }) => {
  if (days.length < WINDOW_DAYS) return undefined
  const visits = totalBy(lastDays(days), (day) => day.visits)
  const [most] = EXPECTED.filter((network) => !shown[network])
    .map((network) => ({ network, peers: peers[network], clicks: surely(peers[network]) * visits }))
    .toSorted((a, b) => b.clicks - a.clicks)
  if (most === undefined || most.clicks < CLICKS_MIN) return undefined
  return findingOf(
    most,
    visits,
    totalBy(lastDays(days), (day) => day.clicks),
  )
}

interface Missing {
  readonly network: Network
  readonly peers: PeerFigures
  readonly clicks: number
}

function findingOf({ network, peers, clicks }: Missing, visits: number, clicksNow: number): Finding {
  const name = NETWORK_NAMES[network]
  return {
    effect: Math.log((clicksNow + clicks + 0.5) / (clicksNow + 0.5)),
    costs: true,
    icon: 'circle-plus',
    title: `Te falta ${name}`,
    description: `En ${inWhole(peers.profiles)} páginas que muestran ${name} hubo ${inWhole(peers.clicks)} clics ahí en ${inWhole(peers.visits)} visitas; con tus ${inWhole(visits)} visitas de los últimos ${WINDOW_DAYS} días serían unos ${inWhole(clicks)} clics o más.`,
    action: `Agrega tu ${NETWORK_WORDS[network]} a tu página.`,
  }
}
